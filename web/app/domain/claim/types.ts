import type { components } from "~/shared/api/schema";

type Schemas = components["schemas"];

export type DocumentCode = "medical_bill_receipt" | "detailed_statement";
export type ClaimKind = "new" | "reclaim" | "forward" | "resend";
export type AccidentType = "disease" | "injury" | "dental" | "traffic" | "other";

export type Insurer = Schemas["Insurer"];
export type Claim = Schemas["InsuranceClaim"];
/** A claim as the clinic's staff see it. */
export type StaffClaim = Schemas["StaffInsuranceClaim"];
/** `amount` excludes VAT; both are signed, in whole won. */
export type QuoteLine = Schemas["QuoteLine"];
/** A discrepancy of a clinic's payment. */
export type PaymentFinding = Schemas["PaymentFinding"];
export type Settlement = Schemas["Settlement"];
export type Quote = Schemas["Quote"];
export type Order = Schemas["Order"];
/** One line of a detailed statement, in whole won. */
export type StatementLine = Required<Omit<Schemas["BillLine"], "category">>;
export type Statement = Schemas["GenerateDocument"];

/** The choices that determine the fee. */
export type ClaimChoice = Required<Omit<Schemas["OptionsRequest"], "documents" | "kind" | "priorClaimId">> & {
	documents: DocumentCode[];
	kind: ClaimKind;
	/** The paid claim that this one follows, for the kinds that have one. */
	priorClaimId?: number | null;
};

type ClaimRequest = Schemas["ClaimRequest"];
type PayoutField = "bankName" | "accountNumber" | "depositor" | "residentFront" | "residentBack";
type OptionalField = "zipcode" | "address" | "addressDetail" | "personId" | PayoutField;

/** A complete claim to submit, with an address for registered mail and a payout for forwarding. */
export type NewClaim = ClaimChoice &
	Required<Omit<ClaimRequest, keyof ClaimChoice | OptionalField>> &
	Partial<Pick<ClaimRequest, OptionalField>> & { consented: true; accidentType: AccidentType };
