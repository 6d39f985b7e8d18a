import before from "~/patient/features/legal/ko/privacy-2025-01-01";
import ko from "~/patient/features/legal/ko/privacy-2026-12-10";
import { EDITIONS } from "./editions";
import type { Edition } from "./text";

/** Every edition of the privacy policy, the newest first. */
export const PRIVACY: readonly [Edition, ...Edition[]] = [
	{ ...EDITIONS.privacy[0], ko, en: () => import("~/patient/features/legal/en/privacy-2026-12-10") },
	{ ...EDITIONS.privacy[1], ko: before, en: () => import("~/patient/features/legal/en/privacy-2025-01-01") },
];
