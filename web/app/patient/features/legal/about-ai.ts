import ko from "~/patient/features/legal/ko/about-ai";
import type { Model } from "~/shared/api/types";
import type { LegalText, Translated } from "./text";

/** How the score is made, as far as it is known for a model version. */
export interface AboutAi {
	forModel: (model: Model) => LegalText;
}

/** Nobody agrees to it, so it has no editions: only the text about the version in use. */
export const ABOUT_AI: Translated<AboutAi> = { ko, en: () => import("~/patient/features/legal/en/about-ai") };
