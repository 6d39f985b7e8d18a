import { HttpResponse } from "msw";
import type { Claim, StaffClaim } from "~/domain/claim/types";
import { clinicDb } from "./clinic-db";
import { http } from "./http";
import { changeStore, downloadableAfter, pdf, readStore } from "./insurance-db";
import { empty, notFound, problem, type Schemas, unauthorized, uploadForm } from "./responses";

const PAGE_SIZE = 20;
const MAX_BYTES = 10 * 1024 * 1024;
const isStaff = () => clinicDb.isSignedIn;
const notAllowed = () => problem(409, "illegal_transition", "지금은 바꿀 수 없는 상태예요.");

let seal: { doctorName: string; doctorLicense: string; createdAt: string } | null = null;

/** A claim for staff, who see issued documents before their release. */
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

/** A person's claims, newest first. */
export const claimsOf = (name: string): StaffClaim[] =>
	readStore()
		.claims.filter(({ insuredName }) => insuredName === name)
		.map(asStaff)
		.sort((one, other) => other.id - one.id);

/** What the release still requires. */
function missingOf(claim: Claim): string[] {
	const { options, documents, trackingNumber, forwarded } = claim;
	return [
		...(documents.every(({ issued }) => issued) ? [] : ["document"]),
		...(options.registeredMail && !trackingNumber ? ["tracking_number"] : []),
		...(options.forwarding && !forwarded ? ["forwarding"] : []),
	];
}

function startRefund({ payment }: Claim): void {
	if (!payment) return;
	const refund = { state: "refunding", amount: payment.amount, at: new Date().toISOString() };
	Object.assign(payment, { refunded: true, refund });
}

/** The allowed changes of a claim by staff. */
function change(claim: Claim, body: Schemas["PutInsuranceRequest"]) {
	const from = claim.status;
	const status = body.status ?? from;
	const reason = body.reason ?? null;
	const trackingNumber = body.trackingNumber ?? claim.trackingNumber;
	const refuses = status === -1 && from !== -1;
	const takes = from === 0 && status === 1 && !claim.needToPayment;
	const releases = from === 1 && status === 2 && missingOf({ ...claim, trackingNumber }).length === 0;
	const mails = from === status && status > 0 && typeof body.trackingNumber === "string";
	if (!(refuses || takes || releases || mails)) return notAllowed();
	if (refuses && !reason) {
		return problem(422, "validation", "이유를 적어 주세요.");
	}
	claim.status = status;
	claim.canceledReason = refuses ? reason : claim.canceledReason;
	if (refuses) startRefund(claim);
	if (releases) claim.downloadableUntil = downloadableAfter(new Date().toISOString());
	claim.trackingNumber = trackingNumber;
	return HttpResponse.json<Schemas["StaffInsuranceClaimResponse"]>({ insuranceClaim: asStaff(claim) });
}

/** The clinic's side of the claims. */
export const clinicClaims = [
	http.get("/institutions/insurances", ({ query }) => {
		if (!isStaff()) return unauthorized();
		const [status, q] = [query.get("status"), query.get("q") ?? ""];
		const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
		const found = readStore()
			.claims.filter(({ id }) => id < before)
			.filter((each) => status === null || each.status === Number(status))
			.filter(({ insuredName, mobile }) => `${insuredName} ${mobile}`.includes(q))
			.sort((one, other) => other.id - one.id);
		const insuranceClaims = found.slice(0, PAGE_SIZE).map(asStaff);
		const next = found.length > PAGE_SIZE ? (insuranceClaims.at(-1)?.id ?? null) : null;
		return HttpResponse.json({ insuranceClaims, next });
	}),
	http.get("/institutions/insurances/{id}", ({ params }) => {
		if (!isStaff()) return unauthorized();
		const claim = readStore().claims.find(({ id }) => id === Number(params.id));
		return claim ? HttpResponse.json({ insuranceClaim: asStaff(claim) }) : notFound();
	}),
	http.put("/institutions/insurances/{id}", async ({ request, params }) => {
		const body = await request.json();
		return changeStore((store) => {
			const claim = store.claims.find(({ id }) => id === Number(params.id));
			return claim ? change(claim, body) : notFound();
		});
	}),
	http.put("/institutions/insurances/{id}/forwarding", async ({ request, params }) => {
		const { method, reference } = await request.json();
		return changeStore((store) => {
			const claim = store.claims.find(({ id }) => id === Number(params.id));
			if (!claim) return notFound();
			claim.forwarded = { method, reference, sentAt: new Date().toISOString() };
			return HttpResponse.json({ insuranceClaim: asStaff(claim) });
		});
	}),
	http.post("/institutions/insurances/{id}/payout", async ({ request }) =>
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
	http.get("/institutions/seal", () => (isStaff() ? HttpResponse.json({ seal }) : unauthorized())),
	http.put("/institutions/seal", async ({ request }) => {
		const { doctorName, doctorLicense } = await request.json();
		seal = { doctorName, doctorLicense, createdAt: new Date().toISOString() };
		return HttpResponse.json({ seal });
	}),
	http.delete("/institutions/seal", () => {
		seal = null;
		return empty();
	}),
	http.post("/institutions/insurances/{id}/uploads", async ({ request }) => {
		const { size } = await request.json();
		if (size > MAX_BYTES) return problem(413, "too_large", "10MB 이하의 PDF만 올릴 수 있어요.");
		return uploadForm("pdf");
	}),
	http.post("/institutions/insurances/{id}/documents/{code}", async ({ request, params }) => {
		const { url, generate } = await request.json();
		return changeStore((store) => {
			const claim = store.claims.find(({ id }) => id === Number(params.id));
			const document = claim?.documents.find(({ code }) => code === params.code);
			if (!claim || !document) return notFound();
			if (claim.status !== 1) return notAllowed();
			if (!url && !generate?.lines.length) return problem(422, "validation", "내용을 확인해 주세요.");
			document.issued = true;
			return HttpResponse.json({ insuranceClaim: asStaff(claim) });
		});
	}),
	http.post("/institutions/insurances/{id}/documents/{code}/download", async ({ request, response }) =>
		(await request.json()).reason
			? response.untyped(pdf())
			: problem(422, "validation", "이유를 적어 주세요."),
	),
];
