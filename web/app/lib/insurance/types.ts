import type { Institution } from "~/lib/api/types";

/**
 * The insurance calls as the contract writes them, in the form of the generated types: to be taken from the server's
 * document once it lists them.
 */
export type DocumentCode = "medical_bill_receipt" | "detailed_statement";
export type ClaimKind = "new" | "reclaim" | "forward" | "resend";
export type AccidentType = "disease" | "injury" | "dental" | "traffic" | "other";

export interface Insurer {
	id: number;
	name: string;
}

/** What decides the fee. */
export interface ClaimChoice {
	documents: DocumentCode[];
	doctorSignature: boolean;
	registeredMail: boolean;
	forwarding: boolean;
	kind: ClaimKind;
	/** The paid claim that this one follows, for the kinds that follow one. */
	priorClaimId?: number | null;
}

/** A claim as it is handed in. */
export interface NewClaim extends ClaimChoice {
	institutionId: number;
	insurerId: number;
	consented: true;
	insuredName: string;
	mobile: string;
	/** YYYY-MM-DD. */
	onsetDate: string;
	accidentType: AccidentType;
	reason: string;
	bankName: string;
	accountNumber: string;
	depositor: string;
	/** Six digits, and the seventh or, where the tenant says so, the last seven. */
	residentFront: string;
	residentBack: string;
	zipcode?: string;
	address?: string;
	addressDetail?: string;
}

interface ClaimPayment {
	oid: string;
	date: string;
	method: string | null;
	/** Whole won: paid, and what the lines came to. */
	amount: number;
	total: number;
	lines: QuoteLine[];
	receiptUrl: string | null;
	/** The money went back, or is on its way. */
	refunded: boolean;
}

export interface Claim {
	id: number;
	status: number;
	needToPayment: boolean;
	institution: Institution;
	insurer: Insurer;
	insuredName: string;
	mobile: string;
	onsetDate: string;
	accidentType: string;
	reason: string;
	bankName: string;
	accountNumberMasked: string;
	depositor: string;
	documents: { code: string; name: string; issued: boolean }[];
	options: { doctorSignature: boolean; registeredMail: boolean; forwarding: boolean; kind: string };
	payment: ClaimPayment | null;
	trackingNumber: string | null;
	canceledReason: string | null;
	createdAt: string;
}

/** A claim as the clinic's staff see it. */
export interface StaffClaim extends Claim {
	/** Whose account it is. */
	patient: { id: number; name: string };
	/** The documents that are there, released or not. */
	issuedDocuments: { code: string; origin: string; kept: boolean }[];
}

/** A line's amount is without its VAT; both are signed whole won. */
export interface QuoteLine {
	code: string;
	label: string;
	amount: number;
	vat: number;
}
export interface Quote {
	lines: QuoteLine[];
	total: number;
}

interface NewOrder {
	oid: string;
	amount: number;
	status: string;
	checkoutUrl: string;
}
export interface Order {
	oid: string;
	amount: number;
	status: string;
	insuranceId: number | null;
	failure: { code: string; message: string } | null;
}

/** One line of a detailed statement: whole won. */
export interface StatementLine {
	date: string;
	code: string;
	name: string;
	unitPrice: number;
	quantity: number;
	days: number;
	insuredSelf: number;
	insuredInsurer: number;
	fullSelf: number;
	uninsured: number;
}
export interface Statement {
	patientNumber?: string;
	department?: string;
	businessNumber?: string;
	doctorName?: string;
	doctorLicense?: string;
	coverage?: string;
	adjustment?: number;
	paid?: { card: number; cashReceipt: number; cash: number };
	periodFrom: string;
	periodTo: string;
	lines: StatementLine[];
}

interface SignedUpload {
	key: string;
	method: string;
	url: string;
	fields?: Record<string, string>;
	expiresAt: string;
}

type Answer<Status extends number, Body> = {
	responses: { [status in Status]: { content: { "application/json": Body } } };
};
type Takes<Body> = { requestBody: { content: { "application/json": Body } } };
interface ById {
	parameters: { path: { id: number } };
}
interface Page {
	before?: number;
	limit?: number;
}
interface Claims {
	insuranceClaims: Claim[];
	next: number | null;
}

export interface InsurancePaths {
	"/patients/insurers": { get: Answer<200, { insurers: Insurer[] }> };
	"/patients/insurances/quote": { post: Takes<ClaimChoice> & Answer<200, { quote: Quote }> };
	"/patients/insurances": {
		get: { parameters: { query?: Page } } & Answer<200, Claims>;
		post: Takes<{ oid: string } | NewClaim> & Answer<201, { insurance: Claim }>;
	};
	"/patients/insurances/{id}": {
		get: ById & Answer<200, { insuranceClaim: Claim }>;
		delete: ById & { responses: { 204: { content?: never } } };
	};
	"/patients/insurances/{id}/payments": {
		put: ById & Takes<{ oid: string }> & Answer<200, { insurance: Claim }>;
	};
	"/patients/insurances/{id}/documents/{code}": {
		get: {
			parameters: { path: { id: number; code: string } };
			responses: { 200: { content: { "application/pdf": string } } };
		};
	};
	"/patients/payments": {
		post: Takes<{ claim?: NewClaim; insuranceId?: number; returnMode: "window" | "mobile" }> &
			Answer<201, { order: NewOrder }>;
	};
	"/patients/payments/{oid}": {
		get: { parameters: { path: { oid: string } } } & Answer<200, { order: Order }>;
	};
	"/institutions/insurances": {
		get: { parameters: { query?: Page & { status?: number; q?: string } } } & Answer<
			200,
			{ insuranceClaims: StaffClaim[]; next: number | null }
		>;
	};
	"/institutions/insurances/{id}": {
		get: ById & Answer<200, { insuranceClaim: StaffClaim }>;
		put: ById &
			Takes<{ status?: number; reason?: string; trackingNumber?: string }> &
			Answer<200, { insuranceClaim: StaffClaim }>;
	};
	"/institutions/insurances/{id}/uploads": {
		post: ById & Takes<{ filename: string; size: number }> & Answer<201, SignedUpload>;
	};
	"/institutions/insurances/{id}/documents/{code}": {
		post: { parameters: { path: { id: number; code: string } } } & Takes<{
			url?: string;
			generate?: Statement;
		}> &
			Answer<200, { insuranceClaim: StaffClaim }>;
	};
	"/institutions/insurances/{id}/documents/{code}/download": {
		post: { parameters: { path: { id: number; code: string } } } & Takes<{ reason: string }> & {
				responses: { 200: { content: { "application/pdf": string } } };
			};
	};
}

/** How many of the resident number's last seven digits the tenant asks for. */
export const residentDigitsOf = (tenant: object | null): number =>
	tenant && "residentDigits" in tenant && tenant.residentDigits === 7 ? 7 : 1;
