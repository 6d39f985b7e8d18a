import ko from "./ko/privacy-2025-01-01";
import type { Edition } from "./text";

/** Every edition of the privacy policy, the one in effect first. */
export const PRIVACY: readonly [Edition, ...Edition[]] = [
	{ effective: "2025-01-01", ko, en: () => import("./en/privacy-2025-01-01") },
];
