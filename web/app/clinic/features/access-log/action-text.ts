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
	"analysis_corrected",
	"staff_made",
	"staff_changed",
	"claims_listed",
	"claim_read",
	"claim_changed",
	"document_added",
	"documents_released",
	"document_downloaded",
	"claim_forwarded",
	"payout_opened",
	"seal_stored",
	"seal_removed",
	"seal_used",
	"health_consent_recorded",
	"name_requested",
	"findings_listed",
	"finding_resolved",
	"access_log_read",
	"access_reviewed",
	"sign_out",
	"sessions_ended",
	"password_reset",
	"second_factor_set",
	"second_factor_failed",
	"recovery_code_used",
	"second_factor_removed",
	"second_factor_rule_changed",
	"access_denied",
	"operator_read",
	"operator_changed",
	"training_exported",
	"record_read",
	"report_downloaded",
] as const;

/** Returns the display text of an action. An action that only a newer server knows is returned unchanged. */
export function actionText(t: TFunction<"accessLog">, action: string): string {
	const known = ACTIONS.find((each) => each === action);
	return known ? t(`action.${known}`) : action;
}
