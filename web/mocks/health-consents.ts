import { HttpResponse } from "msw";
import { clinicDb } from "./clinic-db";
import { http } from "./http";
import { problem, type Schemas } from "./responses";

/** Consents recorded by staff, by application. The seeds' walk-ins consented on paper. */
export const recordedConsents = new Map<number, Schemas["RecordedHealthConsent"] | null>();

const responseFor = (id: number) => {
	const isWalkIn = clinicDb.applications.find((each) => each.id === id)?.kind === "walk_in";
	const recorded = recordedConsents.get(id) ?? null;
	const allowed = !isWalkIn || recorded !== null || !recordedConsents.has(id);
	return HttpResponse.json<Schemas["HealthConsentResponse"]>({ allowed, recorded });
};

/** Consents of walk-ins to the processing of health data. */
export const healthConsents = [
	http.get("/institutions/tcis/{id}/health-consent", ({ params }) => responseFor(Number(params.id))),
	http.put("/institutions/tcis/{id}/health-consent", async ({ request, params }) => {
		const { signer, signature, paperReference = null } = await request.json();
		if (!signature && !paperReference) return problem(422, "validation", "서명이 필요해요.");
		if (recordedConsents.get(Number(params.id)))
			return problem(409, "illegal_transition", "이미 기록된 동의가 있어요.");
		recordedConsents.set(Number(params.id), {
			kind: signature ? "signature" : "paper",
			signer,
			paperReference,
			givenAt: new Date().toISOString(),
		});
		return responseFor(Number(params.id));
	}),
];
