import { HttpResponse } from "msw";
import { randomKey } from "~/shared/lib/random-key";
import { db, isSignedIn } from "./db";
import { http } from "./http";
import {
	applyCheckoutResult,
	changeStore,
	INSURERS,
	type MockOrder,
	makeClaim,
	quoteOf,
	readStore,
} from "./insurance-db";
import { empty, notFound, problem, type Schemas, unauthorized } from "./responses";

const PAGE_SIZE = 20;
const notAllowed = () => problem(409, "illegal_transition", "지금은 바꿀 수 없는 청구예요.");

/** A URL handled by the development server, because the mock worker does not see navigations. */
const downloadLink = () =>
	HttpResponse.json<Schemas["DownloadLink"]>(
		{ url: `${location.origin}/mock-document`, expiresAt: new Date(Date.now() + 300_000).toISOString() },
		{ status: 201 },
	);

/** The problem of a claim: a missing consent, or another one. */
function refusalOf(claim: Schemas["ClaimRequest"]) {
	if (claim.accountNumber === "000000") {
		const detail = "계좌번호를 확인해 주세요.";
		return problem(422, "validation", detail, [{ field: "accountNumber", code: "format", message: detail }]);
	}
	const given = db.consents.filter((each) => each.withdrawnAt === null);
	const whole =
		given.some(({ kind }) => kind === "health") &&
		given.some(
			({ kind, recipient }) =>
				kind === "provide" && recipient?.kind === "insurer" && recipient.id === claim.insurerId,
		);
	return whole ? null : problem(409, "consent_required", "정보 제공에 동의해 주세요.");
}

/** Orders by idempotency key, so that a retry after a lost response does not create a second one. */
const byKey = new Map<string, string>();

const payments = [
	http.post("/patients/payments", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		const { claim, insuranceId, returnMode } = await request.json();
		const wrong = claim ? refusalOf(claim) : null;
		if (wrong) return wrong;
		const order = changeStore((store) => {
			const key = request.headers.get("Idempotency-Key") ?? "";
			const earlier = store.orders.find(({ oid }) => oid === byKey.get(key));
			if (earlier) return earlier;
			const paid = store.claims.find(({ id }) => id === insuranceId);
			const choice =
				claim ?? (paid && { ...paid.options, documents: paid.documents.map(({ code }) => code) });
			if (!choice) return null;
			const made: MockOrder = {
				oid: `mock-${randomKey().slice(0, 16)}`,
				amount: quoteOf(choice).total,
				status: "pending",
				insuranceId: insuranceId ?? null,
				failure: null,
				claim: claim ?? null,
			};
			byKey.set(key, made.oid);
			store.orders.push(made);
			return made;
		});
		if (!order) return notFound();
		const query = new URLSearchParams({ oid: order.oid, amount: String(order.amount), mode: returnMode });
		const checkoutUrl = `${location.origin}/mock-checkout?${query}`;
		const { oid, amount, status } = order;
		return HttpResponse.json({ order: { oid, amount, status, checkoutUrl } }, { status: 201 });
	}),
	http.get("/patients/payments/{oid}", ({ request, params }) => {
		if (!isSignedIn(request)) return unauthorized();
		return changeStore((store) => {
			const order = store.orders.find(({ oid }) => oid === params.oid);
			if (!order) return notFound();
			applyCheckoutResult(store, order);
			const { claim: _claim, ...rest } = order;
			return HttpResponse.json({ order: rest });
		});
	}),
	http.delete("/patients/payments/{oid}", ({ request, params }) => {
		if (!isSignedIn(request)) return unauthorized();
		return changeStore((store) => {
			const order = store.orders.find(({ oid }) => oid === params.oid);
			if (!order) return notFound();
			applyCheckoutResult(store, order);
			if (order.status === "paid") return problem(409, "illegal_transition", "이미 결제됐어요.");
			order.status = "canceled";
			return empty();
		});
	}),
];

/** The claim of a paid order. */
function claimOfOrder(oid: string, status: number) {
	return changeStore((store) => {
		const order = store.orders.find((each) => each.oid === oid);
		if (!order) return notFound();
		applyCheckoutResult(store, order);
		if (order.status !== "paid") return problem(409, "not_paid", "아직 결제되지 않았어요.");
		const claim = store.claims.find(({ id }) => id === order.insuranceId);
		return claim
			? HttpResponse.json<Schemas["InsuranceResponse"]>({ insurance: claim }, { status })
			: notFound();
	});
}

const claims = [
	http.get("/patients/insurers", ({ request }) =>
		isSignedIn(request) ? HttpResponse.json({ insurers: INSURERS }) : unauthorized(),
	),
	http.get("/patients/institutions/{id}/claim-options", ({ request }) =>
		isSignedIn(request)
			? HttpResponse.json({ options: { doctorSignature: true, registeredMail: true, forwarding: true } })
			: unauthorized(),
	),
	http.post("/patients/insurances/quote", async ({ request }) =>
		HttpResponse.json({ quote: quoteOf(await request.json()) }),
	),
	http.get("/patients/insurances", ({ request, query }) => {
		if (!isSignedIn(request)) return unauthorized();
		const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
		const limit = Number(query.get("limit") ?? PAGE_SIZE);
		const found = readStore()
			.claims.filter(({ id, status }) => status >= 0 && id < before)
			.sort((one, other) => other.id - one.id);
		const insuranceClaims = found.slice(0, limit);
		const next = found.length > limit ? (insuranceClaims.at(-1)?.id ?? null) : null;
		return HttpResponse.json({ insuranceClaims, next });
	}),
	http.post("/patients/insurances", async ({ request }) => {
		if (!isSignedIn(request)) return unauthorized();
		const body = await request.json();
		if (body.oid) return claimOfOrder(body.oid, 201);
		const wrong = refusalOf(body);
		if (wrong) return wrong;
		return HttpResponse.json({ insurance: changeStore((store) => makeClaim(store, body)) }, { status: 201 });
	}),
	http.get("/patients/insurances/{id}", ({ request, params }) => {
		if (!isSignedIn(request)) return unauthorized();
		const claim = readStore().claims.find(({ id }) => id === Number(params.id));
		return claim ? HttpResponse.json({ insuranceClaim: claim }) : notFound();
	}),
	http.delete("/patients/insurances/{id}", ({ params }) =>
		changeStore((store) => {
			const claim = store.claims.find(({ id }) => id === Number(params.id));
			if (!claim) return notFound();
			if (claim.status !== 0) return notAllowed();
			claim.status = -1;
			claim.needToPayment = false;
			claim.cancellation = { possible: false, refund: 0 };
			if (claim.payment) {
				const { amount } = claim.payment;
				claim.payment.refunded = true;
				claim.payment.refund = { state: "refunding", amount, at: new Date().toISOString() };
			}
			return empty();
		}),
	),
	http.put("/patients/insurances/{id}/payments", async ({ request }) =>
		claimOfOrder((await request.json()).oid, 200),
	),
	http.post("/patients/insurances/{id}/documents/{code}/links", ({ request, params }) => {
		if (!isSignedIn(request)) return unauthorized();
		const claim = readStore().claims.find(({ id }) => id === Number(params.id));
		return claim?.status === 2 ? downloadLink() : notFound();
	}),
	http.post("/patients/tcis/{id}/report/links", downloadLink),
];

/** Insurance claims and their payments. */
export const insurance = [...claims, ...payments];
