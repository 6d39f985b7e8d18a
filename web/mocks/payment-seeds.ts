import type { PaymentFinding, Settlement } from "~/domain/claim/types";

/** Settlements of three days in two months. */
export const SETTLEMENTS: Settlement[] = [
	{ day: "2026-11-19", count: 2, amount: 25_190, fee: 830, paidOut: 24_360 },
	{ day: "2026-11-12", count: 1, amount: 21_560, fee: 710, paidOut: 20_850 },
	{ day: "2026-10-29", count: 1, amount: -3_630, fee: 0, paidOut: -3_630 },
];

/** Payment discrepancies: one for staff to resolve, one that resolved itself, and a resolved one. */
export const FINDINGS: PaymentFinding[] = [
	{
		id: 33,
		kind: "amount_mismatch",
		oid: "clm_mock33",
		insuranceId: 70,
		ourAmount: 7_260,
		theirAmount: 3_630,
		foundAt: "2026-11-20T01:00:00Z",
		repairedAt: null,
		resolvedAt: null,
		note: null,
		needsPerson: true,
	},
	{
		id: 32,
		kind: "stuck",
		oid: "clm_mock32",
		insuranceId: null,
		ourAmount: 7_260,
		theirAmount: null,
		foundAt: "2026-11-18T03:00:00Z",
		repairedAt: "2026-11-18T03:20:00Z",
		resolvedAt: null,
		note: null,
		needsPerson: false,
	},
	{
		id: 31,
		kind: "settlement_mismatch",
		oid: "clm_mock31",
		insuranceId: 72,
		ourAmount: 7_260,
		theirAmount: 7_160,
		foundAt: "2026-11-14T00:10:00Z",
		repairedAt: null,
		resolvedAt: "2026-11-15T02:00:00Z",
		note: "결제사에 물어보고 정산을 다시 받았어요.",
		needsPerson: false,
	},
];
