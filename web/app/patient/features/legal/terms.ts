import before from "~/patient/features/legal/ko/terms-2025-01-01";
import ko from "~/patient/features/legal/ko/terms-2026-12-10";
import { EDITIONS } from "./editions";
import type { Edition } from "./text";

/** Every edition of the terms, the newest first. */
export const TERMS: readonly [Edition, ...Edition[]] = [
	{ ...EDITIONS.terms[0], ko, en: () => import("~/patient/features/legal/en/terms-2026-12-10") },
	{ ...EDITIONS.terms[1], ko: before, en: () => import("~/patient/features/legal/en/terms-2025-01-01") },
];
