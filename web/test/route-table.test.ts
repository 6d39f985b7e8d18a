import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FILES } from "~/route-files";
import { branch, clinicBranch, PRERENDERED, SCREENS, screenAt } from "~/route-table";

const ROUTES = [
	"/",
	"/auth/signin",
	"/auth/signup",
	"/auth/signup/form",
	"/auth/find-id",
	"/auth/find-password",
	"/auth/success",
	"/auth/fail",
	"/reset-password/:token",
	"/confirm-email/:token",
	"/auth/welcome",
	"/self-check",
	"/self-check/history",
	"/self-check/:id",
	"/apply-tci",
	"/apply-insurance",
	"/terms",
	"/privacy",
	"/notifications",
	"/account",
	"/account/profile",
	"/account/terms",
	"/account/consents",
	"/account/people",
	"/account/sessions",
	"/account/leave",
	"/goodbye",
	"/about-ai",
	"/link",
	"/apply-history",
	"/apply-history/:id",
	"/tcis/:clinicId/detail/:tciId",
	"/invites",
	"/insurance-history",
	"/insurance/:id",
	"/payment/:end",
	"/clinic",
	"/clinic/insurances",
	"/clinic/insurances/:id",
	"/clinic/insurances/:id/label",
	"/clinic/signin",
	"/clinic/applications/:id",
	"/clinic/invites",
	"/clinic/payments",
	"/clinic/access-log",
	"/clinic/access-log/review",
	"/clinic/account",
	"/clinic/staff",
];

it("lists every screen once, each with its module", () => {
	const paths = Object.values(SCREENS).map((screen) => screen.path);
	expect([...paths].sort()).toEqual([...ROUTES].sort());
	expect(Object.keys(FILES).sort()).toEqual(Object.keys(SCREENS).sort());
	for (const file of Object.values(FILES)) expect(existsSync(`app/${file}`), file).toBe(true);
});

it("each screen is in exactly one branch that the router mounts", () => {
	const mounted = [
		...branch(true, false, false),
		...branch(true, true, false),
		...branch(true, true, true),
		...branch(false, false, false),
		...branch(false, true, false),
		...clinicBranch("door"),
		...clinicBranch("desk"),
		...clinicBranch("work"),
	].map(([name]) => name);
	expect(mounted.sort()).toEqual(Object.keys(SCREENS).sort());
});

it("follows the shell and title rules", () => {
	const without = Object.values(SCREENS).filter(
		(screen) => !screen.shell && !screen.path.startsWith("/clinic"),
	);
	expect(without.map((screen) => screen.path)).toEqual([
		"/auth/signup",
		"/auth/signup/form",
		"/auth/find-id",
		"/auth/find-password",
		"/auth/success",
		"/auth/fail",
		"/reset-password/:token",
		"/confirm-email/:token",
		"/auth/welcome",
		"/payment/:end",
	]);
	for (const screen of Object.values(SCREENS)) {
		expect(screen.title).toBe(!/^\/(auth|payment)\//.test(screen.path));
	}
});

it("finds the screen of an address", () => {
	expect(screenAt("/self-check/12")).toBe(SCREENS.selfCheckResult);
	expect(screenAt("/self-check/history/")).toBe(SCREENS.selfCheckHistory);
	expect(screenAt("/nope")).toBeUndefined();
});

it("prerenders nothing that holds a parameter", () => {
	expect(PRERENDERED.every((path) => !path.includes(":"))).toBe(true);
});

it("is the only place that writes addresses", () => {
	const home = readFileSync("app/routes/home.tsx", "utf8");
	expect(home).not.toMatch(/to="\//);
});
