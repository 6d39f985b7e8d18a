import { mayBeStaff, refuseStaff, staffMust, whenStaffLeft } from "~/lib/staff-session";
import { isProblem } from "./problem";
import { createQueryClient } from "./query-client";

function onError(error: unknown): void {
	if (!isProblem(error)) return;
	if (error.status === 401) refuseStaff();
	if (error.code === "second_factor_required") staffMust("second_factor");
	if (error.code === "password_change_required") staffMust("password");
	if (error.code === "second_factor_setup_required") staffMust("second_factor_setup");
}

/** What the server said to the clinic's staff. */
export const staffQueryClient = createQueryClient(mayBeStaff, onError);
whenStaffLeft(() => staffQueryClient.clear());
