import ko from "./ko/about-ai";
import type { Edition } from "./text";

/** How the score is made. It is not agreed to, so the text of the model in use is enough. */
export const ABOUT_AI: readonly [Edition] = [
	{ effective: "2026-11-21", ko, en: () => import("./en/about-ai") },
];
