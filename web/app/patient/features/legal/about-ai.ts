import ko from "~/patient/features/legal/ko/about-ai";
import type { Model } from "~/shared/api/types";
import type { LegalText, Translated } from "./text";

/** How the score is made, as far as it is known of the version in use. */
export interface AboutAi {
	forModel: (model: Model) => LegalText;
}

/** It is not agreed to, so it has no editions: the text of the version in use is enough. */
export const ABOUT_AI: Translated<AboutAi> = { ko, en: () => import("~/patient/features/legal/en/about-ai") };
