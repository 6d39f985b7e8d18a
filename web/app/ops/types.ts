import type { paths } from "~/shared/api/schema";
import type { Body, ResponseBody } from "~/shared/api/types";

/** The signed-in operator, with the step that is required next. */
export type Me = ResponseBody<paths["/ops/auth/me"]["get"]>;
export type Operator = ResponseBody<paths["/ops/operators"]["get"]>["operators"][number];
export type AuditRow = ResponseBody<paths["/ops/audit"]["get"]>["items"][number];
export type AuditCheck = ResponseBody<paths["/ops/audit/check"]["get"]>;
export type AccessRow = ResponseBody<paths["/ops/access-log"]["get"]>["items"][number];
export type AccessCheck = ResponseBody<paths["/ops/access-log/check"]["get"]>;
export type AccessReport = ResponseBody<paths["/ops/access-log/report"]["get"]>;
/** A tenant's records past their retention period. */
export type TenantDue = ResponseBody<paths["/ops/retention"]["get"]>["tenants"][number];
export type RetentionRun = ResponseBody<paths["/ops/retention/runs"]["get"]>["runs"][number];
export type QueueState = ResponseBody<paths["/ops/queues"]["get"]>["queues"][number];
export type JobDetail = ResponseBody<paths["/ops/jobs/{id}"]["get"]>;
export type Job = JobDetail["job"];
export type JobFilter = Omit<
	NonNullable<paths["/ops/jobs"]["get"]["parameters"]["query"]>,
	"cursor" | "limit"
>;
/** The jobs of a bulk action: those of a list, or some by id. */
export type BulkFilter = Body<paths["/ops/bulk"]["post"]>["filter"];
/** A bulk action. */
export type Bulk = ResponseBody<paths["/ops/bulk"]["get"]>["bulks"][number];
/** Dead jobs of one kind and error. */
export type DeadGroup = ResponseBody<paths["/ops/dead-letters"]["get"]>["groups"][number];
export type Schedule = ResponseBody<paths["/ops/schedules"]["get"]>["schedules"][number];
export type Worker = ResponseBody<paths["/ops/workers"]["get"]>["workers"][number];
export type TenantSummary = ResponseBody<paths["/ops/tenants"]["get"]>["tenants"][number];
export type TenantDetail = ResponseBody<paths["/ops/tenants/{id}"]["get"]>["tenant"];
/** A tenant's new settings, with the reason for the change. */
export type TenantRequest = Body<paths["/ops/tenants"]["post"]>;
export type Clinic = ResponseBody<paths["/ops/tenants/{id}/clinics"]["get"]>["clinics"][number];
export type ClinicRequest = Body<paths["/ops/tenants/{id}/clinics"]["post"]>;
export type Insurer = ResponseBody<paths["/ops/tenants/{id}/insurers"]["get"]>["insurers"][number];
export type PaymentAccount = ResponseBody<
	paths["/ops/tenants/{id}/payment-accounts"]["get"]
>["accounts"][number];
export type KakaoChannel = NonNullable<
	ResponseBody<paths["/ops/tenants/{id}/kakao-channel"]["get"]>["channel"]
>;
/** A discrepancy between our records and a payment provider's. */
export type Finding = ResponseBody<paths["/ops/payments"]["get"]>["findings"][number];
export type Settlement = ResponseBody<paths["/ops/settlements"]["get"]>["settlements"][number];
export type ModelVersion = ResponseBody<paths["/ops/model"]["get"]>["versions"][number];
export type ModelChange = ResponseBody<paths["/ops/model"]["get"]>["changes"][number];
export type Agreement = ResponseBody<paths["/ops/model/agreement"]["get"]>["agreements"][number];
