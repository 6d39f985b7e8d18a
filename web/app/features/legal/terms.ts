import ko from "./ko/terms-2025-01-01";
import type { Edition } from "./text";

/** Every edition of the terms, the one in effect first. */
export const TERMS: readonly [Edition, ...Edition[]] = [
	{ effective: "2025-01-01", ko, en: () => import("./en/terms-2025-01-01") },
];
