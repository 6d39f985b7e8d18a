import { HttpResponse, http } from "msw";
import type { Claim, StaffClaim, Statement } from "~/lib/insurance/types";
import { API, problem } from "./answers";
import { clinicDb } from "./clinic-db";
import { changeStore, downloadableAfter, EMPTY_PDF, readStore } from "./insurance-db";

const PAGE = 20;
const MAX_BYTES = 10 * 1024 * 1024;
const isStaff = () => clinicDb.isSignedIn;
const refused = () => problem(401, "unauthorized", "로그인이 필요해요.");
const missing = () => problem(404, "not_found", "찾을 수 없어요.");
const notAllowed = () => problem(409, "illegal_transition", "지금은 바꿀 수 없는 상태예요.");

let seal: { doctorName: string; doctorLicense: string; createdAt: string } | null = null;

interface Change {
	status?: number;
	reason?: string;
	trackingNumber?: string;
}

/** What staff see besides: a document that was issued is there before it is released. */
const asStaff = (claim: Claim): StaffClaim => ({
	...claim,
	patient: { id: 1, name: "김하늘" },
	issuedDocuments: claim.documents
		.filter(({ issued }) => issued)
		.map(({ code }) => ({
			code,
			origin: "uploaded",
			kept: true,
			createdAt: claim.createdAt,
			pages: 1,
			size: 24_000,
			signature: claim.options.doctorSignature ? "scan" : null,
		})),
	missing: claim.status === 1 ? missingOf(claim) : [],
});

/** What the release waits for. */
function missingOf(claim: Claim): string[] {
	const { options, documents, trackingNumber, forwarded } = claim;
	return [
		...(documents.every(({ issued }) => issued) ? [] : ["document"]),
		...(options.registeredMail && !trackingNumber ? ["tracking_number"] : []),
		...(options.forwarding && !forwarded ? ["forwarding"] : []),
	];
}

/** The one function that says which change of a claim is allowed to staff. */
function change(claim: Claim, { status = claim.status, reason, trackingNumber }: Change) {
	const from = claim.status;
	const refuses = status === -1 && (from === 0 || from === 1);
	const takes = from === 0 && status === 1 && !claim.needToPayment;
	const releases =
		from === 1 &&
		status === 2 &&
		missingOf({ ...claim, trackingNumber: trackingNumber ?? claim.trackingNumber }).length === 0;
	const mails = from === status && status > 0 && trackingNumber !== undefined;
	if (!(refuses || takes || releases || mails)) return notAllowed();
	if (refuses && !reason) {
		return problem(422, "validation", "이유를 적어 주세요.");
	}
	claim.status = status;
	claim.canceledReason = refuses ? (reason ?? null) : claim.canceledReason;
	if (releases) claim.downloadableUntil = downloadableAfter(new Date().toISOString());
	claim.trackingNumber = trackingNumber ?? claim.trackingNumber;
	return HttpResponse.json({ insuranceClaim: asStaff(claim) });
}

/** The clinic's side of the claims. */
export const claimsDesk = [
	http.get(`${API}/institutions/insurances`, ({ request }) => {
		if (!isStaff()) return refused();
		const query = new URL(request.url).searchParams;
		const [status, q] = [query.get("status"), query.get("q") ?? ""];
		const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
		const found = readStore()
			.claims.filter(({ id }) => id < before)
			.filter((each) => status === null || each.status === Number(status))
			.filter(({ insuredName, mobile }) => `${insuredName} ${mobile}`.includes(q))
			.sort((one, other) => other.id - one.id);
		const insuranceClaims = found.slice(0, PAGE).map(asStaff);
		const next = found.length > PAGE ? (insuranceClaims.at(-1)?.id ?? null) : null;
		return HttpResponse.json({ insuranceClaims, next });
	}),
	http.get<{ id: string }>(`${API}/institutions/insurances/:id`, ({ params }) => {
		if (!isStaff()) return refused();
		const claim = readStore().claims.find(({ id }) => id === Number(params.id));
		return claim ? HttpResponse.json({ insuranceClaim: asStaff(claim) }) : missing();
	}),
	http.put<{ id: string }, Change>(`${API}/institutions/insurances/:id`, async ({ request, params }) => {
		const body = await request.json();
		return changeStore((store) => {
			const claim = store.claims.find(({ id }) => id === Number(params.id));
			return claim ? change(claim, body) : missing();
		});
	}),
	http.put<{ id: string }, { method: string; reference: string }>(
		`${API}/institutions/insurances/:id/forwarding`,
		async ({ request, params }) => {
			const { method, reference } = await request.json();
			return changeStore((store) => {
				const claim = store.claims.find(({ id }) => id === Number(params.id));
				if (!claim) return missing();
				claim.forwarded = { method, reference, sentAt: new Date().toISOString() };
				return HttpResponse.json({ insuranceClaim: asStaff(claim) });
			});
		},
	),
	http.post<{ id: string }, { reason: string }>(
		`${API}/institutions/insurances/:id/payout`,
		async ({ request }) =>
			(await request.json()).reason
				? HttpResponse.json({
						bankName: "신한은행",
						accountNumber: "110123456890",
						depositor: "김하늘",
						residentFront: "900131",
						residentBack: "2",
					})
				: problem(422, "validation", "이유를 적어 주세요."),
	),
	http.get(`${API}/institutions/seal`, () => (isStaff() ? HttpResponse.json({ seal }) : refused())),
	http.put<never, { doctorName: string; doctorLicense: string }>(
		`${API}/institutions/seal`,
		async ({ request }) => {
			const { doctorName, doctorLicense } = await request.json();
			seal = { doctorName, doctorLicense, createdAt: new Date().toISOString() };
			return HttpResponse.json({ seal });
		},
	),
	http.delete(`${API}/institutions/seal`, () => {
		seal = null;
		return new HttpResponse(null, { status: 204 });
	}),
	http.post<{ id: string }, { filename: string; size: number }>(
		`${API}/institutions/insurances/:id/uploads`,
		async ({ request }) => {
			const { size } = await request.json();
			if (size > MAX_BYTES) return problem(413, "too_large", "10MB 이하의 PDF만 올릴 수 있어요.");
			const key = "mock/document.pdf";
			const url = "https://storage.hyeobom.example";
			return HttpResponse.json({ key, method: "POST", url, fields: { key }, expiresAt: "" }, { status: 201 });
		},
	),
	http.post<{ id: string; code: string }, { url?: string; generate?: Statement }>(
		`${API}/institutions/insurances/:id/documents/:code`,
		async ({ request, params }) => {
			const { url, generate } = await request.json();
			return changeStore((store) => {
				const claim = store.claims.find(({ id }) => id === Number(params.id));
				const paper = claim?.documents.find(({ code }) => code === params.code);
				if (!claim || !paper) return missing();
				if (claim.status !== 1) return notAllowed();
				if (!url && !generate?.lines.length) return problem(422, "validation", "내용을 확인해 주세요.");
				paper.issued = true;
				return HttpResponse.json({ insuranceClaim: asStaff(claim) });
			});
		},
	),
	http.post<{ id: string }, { reason: string }>(
		`${API}/institutions/insurances/:id/documents/:code/download`,
		async ({ request }) =>
			(await request.json()).reason
				? new HttpResponse(EMPTY_PDF, { headers: { "Content-Type": "application/pdf" } })
				: problem(422, "validation", "이유를 적어 주세요."),
	),
];
