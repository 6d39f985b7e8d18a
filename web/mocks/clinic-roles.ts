/** The permissions of each role. */
export const PERMISSIONS = {
	shooting_expert: ["read_applications", "handle_applications", "add_pictures", "invite_patients"],
	analysis_expert: [
		"read_applications",
		"handle_applications",
		"add_pictures",
		"invite_patients",
		"score_analyses",
		"release_analyses",
	],
	clinic_admin: [
		"read_applications",
		"handle_applications",
		"add_pictures",
		"invite_patients",
		"score_analyses",
		"release_analyses",
		"read_claims",
		"handle_claims",
		"issue_documents",
		"download_documents",
		"use_seal",
		"manage_seal",
		"open_payout",
		"reconcile_payments",
		"manage_staff",
		"manage_security",
		"read_access_log",
		"manage_comment_snippets",
		"read_statistics",
	],
};
export const ROLES = Object.entries(PERMISSIONS).map(([role, permissions]) => ({ role, permissions }));
export const permissionsOf = (role: string): string[] => PERMISSIONS[role as keyof typeof PERMISSIONS] ?? [];
