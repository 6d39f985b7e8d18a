import { HttpResponse } from "msw";
import type { CorrectionRecord } from "~/shared/api/types";
import { asWork, clinicDb, replaceTci } from "./clinic-db";
import { http } from "./http";
import { notFound, problem } from "./responses";

const find = (id: unknown) => clinicDb.applications.find((each) => each.id === Number(id));

/** The values released before each correction, newest first, by analysis. */
const recordsOf = new Map<number, CorrectionRecord[]>();

/** Corrections of released analyses, walk-in codes, and people who applied with an invitation. */
export const corrections = [
	http.get("/institutions/tcis/{id}/tci/{tciId}/corrections", ({ params }) =>
		HttpResponse.json({ corrections: recordsOf.get(Number(params.tciId)) ?? [] }),
	),
	http.post("/institutions/tcis/{id}/tci/{tciId}/corrections", async ({ request, params }) => {
		const clinic = find(params.id);
		const tci = [clinic?.beforeTci, clinic?.afterTci].find((each) => each?.id === Number(params.tciId));
		if (!clinic || !tci?.tciPicture?.score) return notFound();
		const { reason, attributes } = await request.json();
		const at = new Date().toISOString();
		const { score } = tci.tciPicture;
		const before: CorrectionRecord = {
			at,
			reason,
			staff: { id: 1, name: "한지우" },
			version: tci.version,
			scores: score.scores,
			scoredAt: score.createdAt,
			outline: tci.tciPicture.expertOutline,
			comment: tci.comment,
			analysisExpert: tci.analysisExpert,
		};
		recordsOf.set(tci.id, [before, ...(recordsOf.get(tci.id) ?? [])]);
		replaceTci(clinic, {
			...tci,
			version: tci.version + 1,
			comment: attributes.comment ?? tci.comment,
			correction: { at, reason },
			tciPicture: {
				...tci.tciPicture,
				score: { scores: attributes.expertScores ?? score.scores, createdAt: at },
			},
		});
		return HttpResponse.json({ clinic: asWork(clinic) }, { status: 201 });
	}),
	http.post("/institutions/tcis/{id}/link-code", ({ params }) => {
		if (find(params.id)?.kind !== "walk_in")
			return problem(409, "illegal_transition", "지금은 할 수 없어요.");
		const code = "4g7k2m9x0abc";
		const url = `${location.origin}/link?code=${code}`;
		return HttpResponse.json(
			{ code, url, expiresAt: new Date(Date.now() + 600_000).toISOString() },
			{ status: 201 },
		);
	}),
	http.post("/institutions/tcis/{id}/name-request", ({ params }) => {
		if (find(params.id)?.person?.relation !== "self")
			return problem(409, "illegal_transition", "지금은 할 수 없어요.");
		return HttpResponse.json({ expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString() });
	}),
	http.get("/institutions/tcis/people/{id}", ({ params }) => {
		const clinics = clinicDb.applications.filter((each) => each.person?.id === Number(params.id));
		return HttpResponse.json({ clinics: clinics.map(asWork).reverse(), next: null });
	}),
	http.get("/institutions/invites/{code}/applications", ({ params }) => {
		const clinics = clinicDb.applications.filter((each) => each.inviteCode === params.code);
		return HttpResponse.json({ clinics, next: null });
	}),
];
