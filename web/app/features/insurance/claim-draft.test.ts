import { beforeEach, expect, it, vi } from "vitest";
import { forgetDrafts } from "~/lib/draft";
import {
	emptyClaim,
	furthestStep,
	keepAccount,
	keptAccount,
	keptOf,
	notePayment,
	readClaim,
	saveClaim,
	settleClaim,
} from "./claim-draft";
import type { InfoValues } from "./schema";

const KEY = "insuranceClaim";
const VALUES: InfoValues = {
	accidentType: "dental",
	onsetDate: "2026-11-01",
	reason: "충치",
	insuredName: "김하늘",
	residentFront: "910412",
	residentBack: "2",
	mobile: "01012345678",
	bankName: "신한은행",
	accountNumber: "110123456789",
	depositor: "김하늘",
};

beforeEach(() => vi.useRealTimers());

it("is kept as URL-encoded JSON, without a part of the resident number or the account", () => {
	saveClaim({ ...emptyClaim(1), info: keptOf(VALUES) });
	keepAccount(VALUES.accountNumber);
	const text = localStorage.getItem(KEY) ?? "";
	expect(text).toMatch(/^%7B%22/);
	expect(JSON.parse(decodeURIComponent(text)).info.reason).toBe("충치");
	for (const secret of ["910412", "resident", "110123456789", "accountNumber"])
		expect(text).not.toContain(secret);
	expect(keptAccount()).toBe("110123456789");
	expect(readClaim(1)?.info?.mobile).toBe("01012345678");
});

it.each([
	["nothing", null],
	["no JSON", "hello"],
	["a broken escape", "%E0%A4%A"],
	["another shape", encodeURIComponent('{"patientId":1}')],
	["a list", encodeURIComponent("[]")],
	["null", "null"],
])("takes %s for no claim", (_what, text) => {
	if (text !== null) localStorage.setItem(KEY, text);
	expect(readClaim()).toBeNull();
});

it("is of one person and of one day", () => {
	saveClaim(emptyClaim(1));
	expect(readClaim(2)).toBeNull();
	expect(readClaim(1)).not.toBeNull();
	vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60 * 1000, toFake: ["Date"] });
	expect(readClaim(1)).toBeNull();
});

it("is forgotten by whoever signs out", () => {
	saveClaim(emptyClaim(1));
	keepAccount("1");
	forgetDrafts();
	expect(readClaim()).toBeNull();
	expect(keptAccount()).toBe("");
});

it("goes with the claim that it became, and stays where another one was paid in between", () => {
	const institution = { id: 1, name: "a", representativeName: "b", address: "c", phoneNumber: "d" };
	saveClaim({ ...emptyClaim(1), institution });
	notePayment(1, "oid-1", 72);
	const noted = readClaim(1);
	expect(noted).toMatchObject({ oid: "oid-1", insuranceId: 72, institution });
	settleClaim(noted ?? emptyClaim(1));
	expect(readClaim(1)).toMatchObject({ oid: null, insuranceId: null, institution });
	settleClaim({ ...emptyClaim(1), oid: "oid-2" });
	expect(readClaim(1)).toBeNull();
});

it("leads no further than it is filled in", () => {
	const draft = emptyClaim(1);
	const institution = { id: 1, name: "a", representativeName: "b", address: "c", phoneNumber: "d" };
	const insurer = { id: 1, name: "e" };
	expect(furthestStep(draft, true)).toBe(0);
	expect(furthestStep({ ...draft, institution }, true)).toBe(1);
	expect(furthestStep({ ...draft, institution, insurer }, true)).toBe(2);
	const whole = { ...draft, institution, insurer, info: keptOf(VALUES) };
	expect(furthestStep(whole, false)).toBe(2);
	expect(furthestStep(whole, true)).toBe(3);
});
