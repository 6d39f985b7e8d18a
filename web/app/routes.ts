import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

const patient = [
	layout("patient/layouts/home-layout.tsx", [
		index("patient/routes/home.tsx"),
		route("/auth/signin", "patient/routes/sign-in.tsx"),
		route("/invites", "patient/routes/invites.tsx"),
		route("/terms", "patient/routes/terms.tsx"),
		route("/privacy", "patient/routes/privacy.tsx"),
		route("/about-ai", "patient/routes/about-ai.tsx"),
		route("/goodbye", "patient/routes/goodbye.tsx"),
		layout("patient/layouts/require-patient.tsx", [
			route("/self-check", "patient/routes/self-check.tsx"),
			route("/records", "patient/routes/records.tsx"),
			route("/self-check/history", "patient/routes/self-check-history.tsx"),
			route("/self-check/:id", "patient/routes/self-check-result.tsx"),
			route("/apply-tci", "patient/routes/apply-tci.tsx"),
			route("/link", "patient/routes/link-walk-in.tsx"),
			route("/apply-history", "patient/routes/apply-history.tsx"),
			route("/apply-history/:id", "patient/routes/apply-detail.tsx"),
			route("/tcis/:clinicId/detail/:tciId", "patient/routes/tci-detail.tsx"),
			route("/apply-insurance", "patient/routes/apply-insurance.tsx"),
			route("/insurance-history", "patient/routes/insurance-history.tsx"),
			route("/insurance/:id", "patient/routes/insurance-detail.tsx"),
			route("/notifications", "patient/routes/notifications.tsx"),
			route("/account", "patient/routes/account.tsx"),
			route("/account/profile", "patient/routes/account-profile.tsx"),
			route("/account/terms", "patient/routes/account-terms.tsx"),
			route("/account/consents", "patient/routes/account-consents.tsx"),
			route("/account/people", "patient/routes/account-people.tsx"),
			route("/account/notifications", "patient/routes/account-notifications.tsx"),
			route("/account/sessions", "patient/routes/account-sessions.tsx"),
			route("/account/leave", "patient/routes/account-leave.tsx"),
		]),
		route("*", "shared/routes/not-found.tsx"),
	]),
	layout("patient/layouts/plain-layout.tsx", [
		route("/auth/signup", "patient/routes/sign-up.tsx"),
		route("/auth/signup/form", "patient/routes/sign-up-form.tsx"),
		route("/auth/find-id", "patient/routes/find-id.tsx"),
		route("/auth/find-password", "patient/routes/find-password.tsx"),
		route("/auth/success", "patient/routes/auth-success.tsx"),
		route("/auth/fail", "patient/routes/auth-fail.tsx"),
		route("/reset-password/:token", "patient/routes/reset-password.tsx"),
		route("/confirm-email/:token", "patient/routes/confirm-email.tsx"),
		route("/auth/welcome", "patient/routes/welcome.tsx"),
		route("/payment/:end", "patient/routes/payment.tsx"),
	]),
];

const clinic = layout("clinic/layouts/clinic-layout.tsx", [
	route("/clinic/signin", "clinic/routes/sign-in.tsx"),
	layout("clinic/layouts/console-layout.tsx", [
		layout("clinic/layouts/page-layout.tsx", [
			route("/clinic/invites", "clinic/routes/invites.tsx"),
			route("/clinic/insurances", "clinic/routes/claims.tsx"),
			route("/clinic/insurances/:id", "clinic/routes/claim.tsx"),
			route("/clinic/insurances/:id/label", "clinic/routes/claim-label.tsx"),
			route("/clinic/payments", "clinic/routes/payments.tsx"),
			route("/clinic/access-log", "clinic/routes/access-log.tsx"),
			route("/clinic/access-log/review", "clinic/routes/access-log-review.tsx"),
			route("/clinic/staff", "clinic/routes/staff.tsx"),
			route("/clinic/statistics", "clinic/routes/statistics.tsx"),
			route("/clinic/patients", "clinic/routes/patients.tsx"),
			route("/clinic/patients/:id", "clinic/routes/patient-record.tsx"),
			route("/clinic/account", "clinic/routes/account.tsx"),
			layout("clinic/layouts/worklist-layout.tsx", [
				route("/clinic", "clinic/routes/home.tsx"),
				route("/clinic/applications/:id", "clinic/routes/application.tsx"),
			]),
		]),
	]),
	route("/clinic/*", "shared/routes/application-not-found.tsx", { id: "clinic/not-found" }),
]);

const ops = layout("ops/layouts/ops-layout.tsx", [
	layout("ops/layouts/console-layout.tsx", [
		layout("ops/layouts/page-layout.tsx", [
			route("/ops", "ops/routes/overview.tsx"),
			route("/ops/jobs", "ops/routes/jobs.tsx"),
			route("/ops/jobs/:id", "ops/routes/job.tsx"),
			route("/ops/dead-letters", "ops/routes/dead-letters.tsx"),
			route("/ops/bulk", "ops/routes/bulk.tsx"),
			route("/ops/schedules", "ops/routes/schedules.tsx"),
			route("/ops/workers", "ops/routes/workers.tsx"),
			route("/ops/payments", "ops/routes/payments.tsx"),
			route("/ops/model", "ops/routes/model.tsx"),
			route("/ops/tenants", "ops/routes/tenants.tsx"),
			route("/ops/tenants/new", "ops/routes/new-tenant.tsx"),
			route("/ops/tenants/:id", "ops/routes/tenant.tsx"),
			route("/ops/retention", "ops/routes/retention.tsx"),
			route("/ops/access-log", "ops/routes/access-log.tsx"),
			route("/ops/operators", "ops/routes/operators.tsx"),
			route("/ops/audit", "ops/routes/audit.tsx"),
			route("/ops/account", "ops/routes/account.tsx"),
		]),
	]),
	route("/ops/*", "shared/routes/application-not-found.tsx", { id: "ops/not-found" }),
]);

const hotel = layout("hotel/layouts/hotel-layout.tsx", [
	route("/hotel/signin", "hotel/routes/sign-in.tsx"),
	layout("hotel/layouts/signed-in-layout.tsx", [
		layout("hotel/layouts/page-layout.tsx", [
			route("/hotel", "hotel/routes/dashboard.tsx"),
			route("/hotel/tasks", "hotel/routes/tasks.tsx"),
			route("/hotel/stock", "hotel/routes/stock.tsx"),
			route("/hotel/orders", "hotel/routes/orders.tsx"),
			route("/hotel/orders/:id", "hotel/routes/order.tsx"),
			route("/hotel/rooms", "hotel/routes/rooms.tsx"),
			route("/hotel/inventory", "hotel/routes/inventory.tsx"),
			route("/hotel/environment", "hotel/routes/environment.tsx"),
			route("/hotel/sensors", "hotel/routes/sensors.tsx"),
			route("/hotel/sensors/:id", "hotel/routes/sensor.tsx"),
			route("/hotel/housekeepers", "hotel/routes/housekeepers.tsx"),
			route("/hotel/hotels", "hotel/routes/hotels.tsx"),
			route("/hotel/api-keys", "hotel/routes/api-keys.tsx"),
			route("/hotel/accounts", "hotel/routes/accounts.tsx"),
			route("/hotel/account", "hotel/routes/account.tsx"),
		]),
	]),
	route("/hotel/*", "shared/routes/application-not-found.tsx", { id: "hotel/not-found" }),
]);

export default [...patient, clinic, ops, hotel] satisfies RouteConfig;
