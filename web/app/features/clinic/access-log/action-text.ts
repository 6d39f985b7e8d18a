import type { TFunction } from "i18next";

const ACTIONS = [
	"sign_in",
	"sign_in_failed",
	"password_changed",
	"applications_listed",
	"application_read",
	"application_made",
	"application_changed",
	"picture_added",
	"analysis_saved",
	"analysis_released",
	"staff_made",
	"staff_changed",
	"claims_listed",
	"claim_read",
	"claim_changed",
	"document_added",
	"documents_released",
	"document_downloaded",
	"findings_listed",
	"finding_resolved",
	"access_log_read",
	"access_reviewed",
] as const;

/** What was done, in words; what a newer server writes, as it writes it. */
export function actionText(t: TFunction<"accessLog">, action: string): string {
	const known = ACTIONS.find((each) => each === action);
	return known ? t(`action.${known}`) : action;
}
