import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { emptyClaim, readClaim, saveClaim } from "~/features/insurance/claim-draft";
import type { NewClaim } from "~/lib/insurance/types";
import { problem } from "../../mocks/answers";
import { changeStore, type MockOrder, readStore } from "../../mocks/insurance-db";
import { server } from "../../mocks/node";
import { renderScreen, signedIn } from "../../test/render";
import Payment from "./payment";

const OID = "mock-abc";
const CLAIM = {
	institutionId: 12,
	insurerId: 2,
	documents: ["medical_bill_receipt"],
	accountNumber: "110123456789",
} as unknown as NewClaim;
const where = () => screen.getByLabelText("address").textContent;
let said: string[] = [];

function order(change: Partial<MockOrder> = {}): void {
	changeStore((store) => {
		store.orders.push({
			oid: OID,
			amount: 3_630,
			status: "pending",
			insuranceId: null,
			failure: null,
			claim: CLAIM,
			...change,
		});
	});
}
const stored = (change = {}) => saveClaim({ ...emptyClaim(1), oid: OID, ...change });
const complete = (query = `?oid=${OID}`) =>
	renderScreen(Payment, `/payment/complete${query}`, { path: "/payment/:end" });

beforeEach(async () => {
	said = [];
	vi.spyOn(window, "alert").mockImplementation((text) => said.push(String(text)));
	vi.spyOn(window, "close").mockImplementation(() => {});
	window.name = "";
	await signedIn();
});

it("shows who has the claim and forgets the draft, once the order is paid", async () => {
	order();
	stored();
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	complete();
	expect(await screen.findByText("결제가 끝나고 청구가 접수되었어요")).toBeInTheDocument();
	expect(screen.getByText("맑은숨치과")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "02-2345-6789" })).toHaveAttribute("href", "tel:0223456789");
	expect(screen.getByText("서울특별시 종로구 종로 33, 2층")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "확인" })).toHaveAttribute("href", "/");
	expect(readClaim()).toBeNull();
	expect(readStore().claims[0]).toMatchObject({ needToPayment: false, insurer: { name: "현대해상" } });
});

it("waits for an answer that was lost", async () => {
	order();
	stored();
	localStorage.setItem(`mock-pay:${OID}`, "lose");
	complete();
	expect(await screen.findByText("결제를 확인하고 있어요")).toBeInTheDocument();
	expect(await screen.findByText(/청구가 접수되었어요/, {}, { timeout: 5_000 })).toBeInTheDocument();
});

it("leads back with the words of a refusal", async () => {
	const failure = { code: "REJECT_CARD_COMPANY", message: "한도 초과" };
	order({ status: "failed", failure });
	stored();
	complete();
	await waitFor(() =>
		expect(where()).toBe("/apply-insurance?step=3&msg=%ED%95%9C%EB%8F%84+%EC%B4%88%EA%B3%BC"),
	);
	expect(readClaim()?.oid).toBe(OID);
});

it("says that the money went back", async () => {
	order({ status: "refunded" });
	complete();
	expect(await screen.findByText("결제한 금액을 돌려드렸어요")).toBeInTheDocument();
});

it("pays a claim that was there: it needs no payment any more", async () => {
	const claim = readStore().claims.find((each) => each.needToPayment);
	order({ insuranceId: claim?.id ?? 0, claim: null });
	stored({ insuranceId: claim?.id });
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	complete();
	expect(await screen.findByText("혀봄치과의원")).toBeInTheDocument();
	expect(readStore().claims.find((each) => each.id === claim?.id)?.needToPayment).toBe(false);
	expect(readClaim()).toMatchObject({ oid: null, insuranceId: null });
});

it.each(["", "?oid=foreign"])("takes %j for an invalid access", async (query) => {
	complete(query);
	await waitFor(() => expect(where()).toBe("/apply-insurance"));
	expect(said).toEqual(["잘못된 접근이에요."]);
});

it("goes through sign-in where nobody is signed in", async () => {
	server.use(http.get("*/patients/payments/:oid", () => problem(401, "unauthorized", "로그인이 필요해요.")));
	complete();
	await waitFor(() => expect(where()).toContain("/auth/signin?redirect=%2Fpayment%2Fcomplete%3Foid"));
});

it("tells the page that opened it and closes, in the payment's own window", async () => {
	const postMessage = vi.fn();
	Object.assign(window, { opener: { postMessage } });
	window.name = "hyeobom-payment";
	complete();
	await waitFor(() => expect(window.close).toHaveBeenCalled());
	expect(postMessage).toHaveBeenCalledWith({ type: "paymentDone", oid: OID }, "http://localhost");
	Object.assign(window, { opener: null });
});

it("posts paymentClosed and closes itself; where it may not, it leads back", async () => {
	const postMessage = vi.fn();
	Object.assign(window, { opener: { postMessage } });
	stored();
	renderScreen(Payment, `/payment/close?oid=${OID}&code=01`, { path: "/payment/:end" });
	await waitFor(() => expect(window.close).toHaveBeenCalled());
	expect(postMessage).toHaveBeenCalledWith({ type: "paymentClosed", oid: OID }, "http://localhost");
	const back = await screen.findByRole("link", { name: "돌아가기" });
	expect(back).toHaveAttribute("href", "/apply-insurance?step=3&canceled=1");
	Object.assign(window, { opener: null });
});

it("comes back from a phone's payment: paid, canceled, refused", async () => {
	const back = (query: string) =>
		renderScreen(Payment, `/payment/mcomplete?${query}&oid=${OID}`, { path: "/payment/:end" });
	order();
	stored();
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	const paid = back("status=0");
	expect(await screen.findByText("결제가 끝나고 청구가 접수되었어요")).toBeInTheDocument();
	paid.unmount();
	stored();
	const canceled = back("status=1&code=01");
	expect(await screen.findByLabelText("address")).toHaveTextContent("/apply-insurance?step=3&canceled=1");
	canceled.unmount();
	back("status=1&code=X&msg=no");
	expect(await screen.findByLabelText("address")).toHaveTextContent("/apply-insurance?step=3&msg=no");
	expect(said).toEqual([]);
});

it("knows no other end", async () => {
	renderScreen(Payment, "/payment/other", { path: "/payment/:end" });
	expect(await screen.findByText("찾으시는 화면이 없어요")).toBeInTheDocument();
});

it("takes a return that was opened by hand for an invalid access", async () => {
	renderScreen(Payment, "/payment/mcomplete?status=1&code=01&oid=foreign", { path: "/payment/:end" });
	await waitFor(() => expect(where()).toBe("/apply-insurance"));
	expect(said).toEqual(["잘못된 접근이에요."]);
});
