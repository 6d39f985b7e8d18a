import { HttpResponse } from "msw";
import { clinicDb, newId } from "./clinic-db";
import { permissionsOf } from "./clinic-roles";
import { http } from "./http";
import { empty, notFound, problem } from "./responses";

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 7;

const staff = [
	http.get("/institutions/staff", () => HttpResponse.json({ staff: clinicDb.members })),
	http.post("/institutions/staff", async ({ request }) => {
		const body = await request.json();
		if (clinicDb.members.some((each) => each.loginId === body.loginId)) {
			return problem(409, "login_id_taken", "이미 있는 아이디예요.");
		}
		const { institution } = clinicDb.staff;
		const member = {
			id: newId(),
			...body,
			permissions: permissionsOf(body.role),
			institution,
			active: true,
			mustChangePassword: true,
			hasSecondFactor: false,
		};
		clinicDb.members.push(member);
		return HttpResponse.json({ staff: member, temporaryPassword: "Temp-4821!" }, { status: 201 });
	}),
	http.put("/institutions/staff/{id}", async ({ request, params }) => {
		const member = clinicDb.members.find((each) => each.id === Number(params.id));
		if (!member) return notFound();
		const wasActive = member.active;
		Object.assign(member, await request.json());
		const temporaryPassword = member.active && !wasActive ? "Temp-4821!" : null;
		return HttpResponse.json({ staff: member, temporaryPassword });
	}),
	http.post("/institutions/staff/{id}/password", ({ params }) => {
		const member = clinicDb.members.find((each) => each.id === Number(params.id));
		if (!member) return notFound();
		member.mustChangePassword = true;
		return HttpResponse.json({ staff: member, temporaryPassword: "Temp-9173!" });
	}),
	http.delete("/institutions/staff/{id}/second-factor", ({ params }) => {
		const member = clinicDb.members.find((each) => each.id === Number(params.id));
		if (!member) return notFound();
		member.hasSecondFactor = false;
		return empty();
	}),
	http.delete("/institutions/staff/{id}", ({ params }) => {
		const member = clinicDb.members.find((each) => each.id === Number(params.id));
		if (!member) return notFound();
		member.active = false;
		return empty();
	}),
];

const invites = [
	http.get("/institutions/invites", () => HttpResponse.json({ invites: clinicDb.invites, next: null })),
	http.post("/institutions/invites", async ({ request }) => {
		const { expiresAt, maxUses } = await request.json();
		const code = `mock${newId()}`;
		const invite = {
			code,
			url: `${location.origin}/invites?code=${code}`,
			expiresAt: expiresAt ?? new Date(Date.now() + DEFAULT_DAYS * DAY_MS).toISOString(),
			maxUses: maxUses ?? 1,
			uses: 0,
		};
		clinicDb.invites.unshift(invite);
		return HttpResponse.json({ invite }, { status: 201 });
	}),
	http.delete("/institutions/invites/{code}", ({ params }) => {
		clinicDb.invites = clinicDb.invites.filter((each) => each.code !== params.code);
		return empty();
	}),
];

/** Staff and invitations. */
export const clinicStaff = [...staff, ...invites];
