import type { paths } from "./schema";

type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;
type Ok<Call> = Call extends { responses: infer Responses }
	? Responses extends { 200: infer Response }
		? Json<Response>
		: Responses extends { 201: infer Response }
			? Json<Response>
			: never
	: never;
type Body<Call> = Call extends { requestBody: { content: { "application/json": infer Request } } }
	? Request
	: never;

export type Tenant = Ok<paths["/tenant"]["get"]>["tenant"];
/** The version that photos are read with, and what its tests found. */
export type Model = NonNullable<Ok<paths["/model"]["get"]>["model"]>;
/** A figure and its 95 % interval. */
export type ModelFigure = Model["figures"]["readers"][number]["sameCells"];
export type Patient = Ok<paths["/patients/me"]["get"]>["patient"];
export type SignUp = Body<paths["/patients/auth/signup"]["post"]>;
export type Tci = Ok<paths["/patients/tcis/self-check/{tciId}"]["get"]>["tci"];
export type TciPicture = NonNullable<Tci["tciPicture"]>;
export type AiResult = NonNullable<TciPicture["aiResult"]>;
export type Rect = NonNullable<TciPicture["coordinates"]>;
/** A page of notifications, newest first. */
export type News = Ok<paths["/patients/notifications"]["get"]>;
export type Notification = News["notifications"][number];
export type Consent = Ok<paths["/patients/consents"]["get"]>["consents"][number];
export type SocialProfile = Ok<paths["/patients/social/profile"]["get"]>["profile"];
export type Verification = Ok<paths["/patients/identity/{verificationId}"]["get"]>["verification"];
export type Address = Ok<paths["/patients/addresses"]["get"]>["addresses"][number];
export type Institution = Ok<paths["/patients/institutions/{id}"]["get"]>["institution"];
/** A TCI application: `clinic` in the API. */
export type Application = Ok<paths["/patients/tcis/{id}"]["get"]>["clinic"];
export type Apply = Body<paths["/patients/tcis"]["post"]>;
/** One row of the clinic's worklist. */
export type WorkItem = Ok<paths["/institutions/tcis"]["get"]>["clinics"][number];
export type Staff = Ok<paths["/institutions/me"]["get"]>["staff"];
export type AccessLogEntry = Ok<paths["/institutions/access-log"]["get"]>["entries"][number];
/** A month of the access log at a glance. */
type MonthReport = Ok<paths["/institutions/access-log/months/{month}"]["get"]>;
export type AccessLogMonth = MonthReport["month"];
export type AccessLogMember = MonthReport["members"][number];
export type Expert = NonNullable<Tci["shootingExpert"]>;
export type Invite = Ok<paths["/institutions/invites"]["get"]>["invites"][number];
/** What an expert puts down about one analysis. */
export type Scoring = NonNullable<Body<paths["/institutions/tcis/{id}/tci/{tciId}"]["put"]>["attributes"]>;
