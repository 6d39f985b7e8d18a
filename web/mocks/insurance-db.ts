import { HttpResponse } from "msw";
import { feesToday } from "~/domain/claim/fees";
import table from "~/domain/claim/fees.json";
import type { Claim, Insurer, Order, Quote, QuoteLine } from "~/domain/claim/types";
import { INSTITUTIONS, OWN_INSTITUTION } from "./clinic-seeds";
import { db, HOLDER } from "./db";
import type { Schemas } from "./responses";

export const INSURERS: Insurer[] = [
	"삼성화재",
	"현대해상",
	"DB손해보험",
	"KB손해보험",
	"메리츠화재",
	"한화손해보험",
	"흥국화재",
	"롯데손해보험",
	"라이나생명",
	"삼성생명",
	"교보생명",
].map((name, at) => ({ id: at + 1, name }));

export type MockOrder = Order & { insuranceId: number | null; claim: Schemas["ClaimRequest"] | null };
interface Store {
	claims: Claim[];
	orders: MockOrder[];
	nextId: number;
	/** How many more reads of an order report it as pending, by order. */
	lost: Record<string, number>;
}

const KEY = "mock:insurance";
const NAMES: Record<string, string> = {
	medical_bill_receipt: "진료비 계산서·영수증",
	detailed_statement: "진료비 세부산정내역서",
};
const PLAIN = {
	doctorSignature: false,
	registeredMail: false,
	forwarding: false,
	forwardTo: null,
	kind: "new",
};
type Price = { supply: number; vat: number };
const lineOf = (code: string, { supply, vat }: Price): QuoteLine => ({
	code,
	label: table.lines.find((each) => each.code === code)?.label.ko ?? code,
	amount: supply,
	vat,
});
const discountOf = (code: string, off: number): QuoteLine =>
	lineOf(code, { supply: -(off - Math.floor(off / 11)), vat: -Math.floor(off / 11) });

/** The fees of the terms, as the server calculates them. */
export function quoteOf(choice: Schemas["OptionsRequest"]): Quote {
	const { documents = [], doctorSignature, registeredMail, forwarding, kind } = choice;
	const { prices, percents } = feesToday();
	const lines: QuoteLine[] = documents.map((code) =>
		doctorSignature
			? lineOf(`signed_certificate.${code}`, prices.signedCertificate)
			: lineOf(`certificate.${code}`, prices.certificate),
	);
	if (forwarding) lines.push(lineOf("forwarding", prices.forwarding));
	const gross = lines.reduce((sum, line) => sum + line.amount + line.vat, 0);
	if (registeredMail) lines.push(lineOf("registered_mail", prices.registeredMail));
	if (kind === "reclaim") {
		lines.push(discountOf("discount.reclaim", Math.ceil((gross * percents.reclaim) / 100)));
	}
	if (kind === "resend") {
		const off = Math.ceil((prices.registeredMail.gross * percents.resend) / 100);
		lines.push(discountOf("discount.resend", off));
	}
	return { lines, total: lines.reduce((sum, line) => sum + line.amount + line.vat, 0) };
}

const seed = (): Store => ({
	claims: [
		claimSeed(72, "2026-11-12", 2, true),
		claimSeed(71, "2026-10-02", 0, false),
		{
			...claimSeed(70, "2026-09-20", 1, true),
			options: { ...PLAIN, registeredMail: true },
			mailTo: { zipcode: "03187", address: "서울특별시 종로구 세종대로 175", addressDetail: "3층" },
		},
	],
	orders: [],
	nextId: 100,
	lost: {},
});

const DAY_MS = 86_400_000;

/** When the download of released documents ends, after ninety days. */
export const downloadableAfter = (released: string) =>
	new Date(Date.parse(released) + 90 * DAY_MS).toISOString();

function claimSeed(id: number, date: string, status: number, isPaid: boolean): Claim {
	return {
		id,
		status,
		needToPayment: !isPaid,
		institution: OWN_INSTITUTION,
		insurer: INSURERS[id % 3] as Insurer,
		person: HOLDER,
		insuredName: "김하늘",
		mobile: "01012345678",
		onsetDate: date,
		accidentType: "dental",
		reason: "어금니 충치 치료",
		bankName: null,
		accountNumberMasked: null,
		depositor: null,
		documents: Object.entries(NAMES).map(([code, name]) => ({ code, name, issued: status === 2 })),
		options: PLAIN,
		payment: isPaid
			? paymentOf(`mockseed${id}`, `${date}T02:00:00Z`, { ...PLAIN, documents: Object.keys(NAMES) })
			: null,
		cancellation: { possible: status === 0, refund: status === 0 && isPaid ? 7_260 : 0 },
		priorClaimId: null,
		clinic: null,
		mailTo: null,
		forwarded: null,
		trackingNumber: null,
		canceledReason: null,
		downloadableUntil: status === 2 ? downloadableAfter(`${date}T02:00:00Z`) : null,
		createdAt: `${date}T01:30:00Z`,
	};
}

function paymentOf(oid: string, date: string, choice: Schemas["OptionsRequest"]) {
	const { lines, total } = quoteOf(choice);
	return {
		lines,
		refunded: false,
		refund: null,
		oid,
		date,
		method: "카드",
		amount: total,
		total,
		receiptUrl: "https://dashboard.tosspayments.example/receipt",
	};
}

/** An empty PDF. */
const EMPTY_PDF = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF";

export const pdf = () => new HttpResponse(EMPTY_PDF, { headers: { "Content-Type": "application/pdf" } });

/** The store in `localStorage`, since the payment window is a separate page. */
export function readStore(): Store {
	const kept = localStorage.getItem(KEY);
	return kept ? (JSON.parse(kept) as Store) : seed();
}

/** Changes the store, and returns the change's result. */
export function changeStore<Result>(change: (store: Store) => Result): Result {
	const store = readStore();
	const result = change(store);
	localStorage.setItem(KEY, JSON.stringify(store));
	return result;
}

/** Creates a claim from a request, as the newest one. */
export function makeClaim(store: Store, body: Schemas["ClaimRequest"]): Claim {
	store.nextId += 1;
	const institution = INSTITUTIONS.find(({ id }) => id === body.institutionId);
	const insurer = INSURERS.find(({ id }) => id === body.insurerId);
	if (!institution || !insurer) throw new Error("no such clinic or insurer");
	const { doctorSignature = false, registeredMail = false, forwarding = false, kind = "new" } = body;
	const {
		onsetDate = "",
		insuredName = "",
		mobile = "",
		accidentType = "",
		reason = "",
		documents = [],
	} = body;
	const insured = db.people.find(({ id }) => id === body.personId);
	const claim: Claim = {
		...claimSeed(store.nextId, onsetDate, 0, false),
		institution,
		insurer,
		person: insured ? { id: insured.id, name: insured.name, relation: insured.relation } : HOLDER,
		insuredName,
		mobile,
		accidentType,
		reason,
		bankName: forwarding ? (body.bankName ?? null) : null,
		accountNumberMasked: forwarding ? `***${(body.accountNumber ?? "").slice(-4)}` : null,
		depositor: forwarding ? (body.depositor ?? null) : null,
		documents: documents.map((code) => ({ code, name: NAMES[code] ?? code, issued: false })),
		options: {
			doctorSignature,
			registeredMail,
			forwarding,
			forwardTo: INSURERS.find(({ id }) => id === body.forwardInsurerId) ?? null,
			kind,
		},
		createdAt: new Date().toISOString(),
	};
	store.claims.unshift(claim);
	return claim;
}

const ENDS: Record<string, Pick<Order, "status" | "failure">> = {
	cancel: { status: "canceled", failure: { code: "PAY_PROCESS_CANCELED", message: "결제를 취소했어요." } },
	decline: {
		status: "failed",
		failure: { code: "REJECT_CARD_COMPANY", message: "카드사에서 승인을 거절했어요." },
	},
};

/** Whether the result of an order is still unknown, for the first reads. */
function isStillPending(store: Store, oid: string): boolean {
	const left = (store.lost[oid] ?? 2) - 1;
	store.lost[oid] = left;
	return left > 0;
}

/** Applies to an order what the simulated provider's page did. */
export function applyCheckoutResult(store: Store, order: MockOrder): void {
	const key = `mock-pay:${order.oid}`;
	const done = localStorage.getItem(key);
	if (order.status !== "pending" || !done) return;
	const end = ENDS[done];
	if (end) {
		Object.assign(order, end);
		return;
	}
	if (done !== "pay" && isStillPending(store, order.oid)) return;
	order.status = "paid";
	const known = store.claims.find(({ id }) => id === order.insuranceId);
	const claim = known ?? (order.claim ? makeClaim(store, order.claim) : null);
	if (!claim) return;
	order.insuranceId = claim.id;
	claim.needToPayment = false;
	const choice = { ...claim.options, documents: claim.documents.map(({ code }) => code) };
	claim.payment = paymentOf(order.oid, new Date().toISOString(), choice);
}
