import type { paths } from "./schema";

type JsonContent<Response> = Response extends { content: { "application/json": infer RequestBody } }
	? RequestBody
	: never;
export type ResponseBody<Call> = Call extends { responses: infer Responses }
	? Responses extends { 200: infer Response }
		? JsonContent<Response>
		: Responses extends { 201: infer Response }
			? JsonContent<Response>
			: never
	: never;
export type Body<Call> = Call extends { requestBody: { content: { "application/json": infer Request } } }
	? Request
	: never;

export type Tenant = ResponseBody<paths["/tenant"]["get"]>["tenant"];
/** A device on which the patient is signed in. */
export type PatientSession = ResponseBody<paths["/patients/sessions"]["get"]>["sessions"][number];
/** The model version in use, with its test results. */
export type Model = NonNullable<ResponseBody<paths["/model"]["get"]>["model"]>;
/** A figure with its 95% confidence interval. */
export type ModelMetric = Model["figures"]["readers"][number]["sameCells"];
export type Patient = ResponseBody<paths["/patients/me"]["get"]>["patient"];
/** The patient's profile with its latest changes. */
export type Profile = ResponseBody<paths["/patients/me/profile"]["get"]>["profile"];
/** A text that requires consent: its current editions, and the one agreed to. */
export type TermsState = ResponseBody<paths["/patients/me/terms"]["get"]>["documents"][number];
/** Which topics are also delivered outside the app. */
export type NotificationSettings = ResponseBody<paths["/patients/me/notification-settings"]["get"]>;
export type SignUpRequest = Body<paths["/patients/auth/signup"]["post"]>;
export type Tci = ResponseBody<paths["/patients/tcis/self-check/{tciId}"]["get"]>["tci"];
export type TciPicture = NonNullable<Tci["tciPicture"]>;
export type AiResult = NonNullable<TciPicture["aiResult"]>;
export type Rect = NonNullable<TciPicture["coordinates"]>;
/** A page of notifications, newest first. */
export type NotificationPage = ResponseBody<paths["/patients/notifications"]["get"]>;
export type Notification = NotificationPage["notifications"][number];
/** A person of the account: its holder, or somebody that the holder added. */
export type AccountPerson = ResponseBody<paths["/patients/people"]["get"]>["people"][number];
export type NewPerson = Body<paths["/patients/people"]["post"]>;
/** The person of a record. */
export type PersonLabel = NonNullable<Tci["person"]>;
export type Consent = ResponseBody<paths["/patients/consents"]["get"]>["consents"][number];
export type SocialProfile = ResponseBody<paths["/patients/social/profile"]["get"]>["profile"];
export type Verification = ResponseBody<paths["/patients/identity/{verificationId}"]["get"]>["verification"];
export type Address = ResponseBody<paths["/patients/addresses"]["get"]>["addresses"][number];
/** Clinics that match a search, or that the patient knows. */
export type ClinicSearch = ResponseBody<paths["/patients/institutions"]["get"]>;
export type Institution = ResponseBody<paths["/patients/institutions/{id}"]["get"]>["institution"];
/** A TCI application: `clinic` in the API. */
export type Application = ResponseBody<paths["/patients/tcis/{id}"]["get"]>["clinic"];
export type ApplicationRequest = Body<paths["/patients/tcis"]["post"]>;
/** One row of the clinic's worklist. */
export type WorkItem = ResponseBody<paths["/institutions/tcis"]["get"]>["clinics"][number];
export type ClinicPerson = ResponseBody<paths["/institutions/tcis/people"]["get"]>["people"][number];
/** Statistics of released analyses. */
export type StatisticsTotals = ResponseBody<paths["/institutions/statistics"]["get"]>["total"];
/** A text that analysts put into comments. */
export type CommentSnippet = ResponseBody<paths["/institutions/comment-snippets"]["get"]>["snippets"][number];
export type Staff = ResponseBody<paths["/institutions/me"]["get"]>["staff"];
/** A permission of a staff role. */
export type Permission = Staff["permissions"][number];
/** A step that the server requires before anything else. */
export type StaffStep = "second_factor" | "password" | "second_factor_setup" | null;
export type Passkey = ResponseBody<paths["/institutions/auth/second-factor"]["get"]>["passkeys"][number];
export type StaffSessionRow = ResponseBody<paths["/institutions/auth/sessions"]["get"]>["sessions"][number];
export type AccessLogEntry = ResponseBody<paths["/institutions/access-log"]["get"]>["entries"][number];
/** The summary of a month of the access log. */
type MonthReport = ResponseBody<paths["/institutions/access-log/months/{month}"]["get"]>;
export type AccessLogMonth = MonthReport["month"];
export type AccessLogMember = MonthReport["members"][number];
export type Expert = NonNullable<Tci["shootingExpert"]>;
/** A staff member, with the role that determines whether they may analyze. */
export type NamedExpert = ResponseBody<paths["/institutions/experts"]["get"]>["experts"][number];
export type Invite = ResponseBody<paths["/institutions/invites"]["get"]>["invites"][number];
/** The values released before a correction. */
export type CorrectionRecord = ResponseBody<
	paths["/institutions/tcis/{id}/tci/{tciId}/corrections"]["get"]
>["corrections"][number];
/** A correction of a released analysis. */
export type CorrectionRequest = Body<paths["/institutions/tcis/{id}/tci/{tciId}/corrections"]["post"]>;
/** The values that an expert enters about one analysis. */
export type Scoring = NonNullable<Body<paths["/institutions/tcis/{id}/tci/{tciId}"]["put"]>["attributes"]>;
