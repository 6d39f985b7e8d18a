import { EDITIONS } from "./editions";
import before from "./ko/terms-2025-01-01";
import ko from "./ko/terms-2026-12-10";
import type { Edition } from "./text";

/** Every edition of the terms, the newest first. */
export const TERMS: readonly [Edition, ...Edition[]] = [
	{ ...EDITIONS.terms[0], ko, en: () => import("./en/terms-2026-12-10") },
	{ ...EDITIONS.terms[1], ko: before, en: () => import("./en/terms-2025-01-01") },
];
