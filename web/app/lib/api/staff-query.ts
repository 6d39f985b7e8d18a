import { refuseStaff, staffNeedsPassword, whenStaffLeft } from "~/lib/staff-session";
import { isProblem } from "./problem";
import { createQueryClient } from "./query-client";

function onError(error: unknown): void {
	if (!isProblem(error)) return;
	if (error.status === 401) refuseStaff();
	if (error.code === "password_change_required") staffNeedsPassword();
}

/** What the server said to the clinic's staff. */
export const staffQueryClient = createQueryClient("staffAuthorization", onError);
whenStaffLeft(() => staffQueryClient.clear());
