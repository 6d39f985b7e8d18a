import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { NewClaim } from "~/domain/claim/types";
import { emptyClaim, readClaim, saveClaim } from "~/patient/features/insurance/claim-draft";
import { onPaymentMessage } from "~/patient/features/insurance/payment-updates";
import { expireSession } from "~/patient/session/session";
import { queryClient } from "~/shared/api/query-client";
import { http } from "../../../mocks/http";
import { changeStore, type MockOrder, readStore } from "../../../mocks/insurance-db";
import { server } from "../../../mocks/node";
import { unauthorized } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import Payment from "./payment";

const OID = "mock-abc";
const CLAIM = {
	institutionId: 12,
	insurerId: 2,
	documents: ["medical_bill_receipt"],
	accountNumber: "110123456789",
} as unknown as NewClaim;
const where = () => screen.getByLabelText("address").textContent;
let alerts: string[] = [];

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
const saveDraftWith = (change = {}) => saveClaim({ ...emptyClaim(1), oid: OID, ...change });
const complete = (query = `?oid=${OID}`) =>
	renderScreen(Payment, `/payment/complete${query}`, { path: "/payment/:end" });

beforeEach(async () => {
	alerts = [];
	vi.spyOn(window, "alert").mockImplementation((text) => alerts.push(String(text)));
	vi.spyOn(window, "close").mockImplementation(() => {});
	window.name = "";
	await signedIn();
});

it("shows who has the claim and forgets the draft, once the order is paid", async () => {
	order();
	saveDraftWith();
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	complete();
	expect(await screen.findByText("결제가 끝나고 청구를 보냈어요")).toBeInTheDocument();
	expect(screen.getByText("맑은숨치과")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "02-2345-6789" })).toHaveAttribute("href", "tel:0223456789");
	expect(screen.getByText("서울특별시 종로구 종로 33, 2층")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "홈으로" })).toHaveAttribute("href", "/");
	expect(readClaim()).toBeNull();
	expect(readStore().claims[0]).toMatchObject({ needToPayment: false, insurer: { name: "현대해상" } });
});

it("waits for a response that was lost", async () => {
	order();
	saveDraftWith();
	localStorage.setItem(`mock-pay:${OID}`, "lose");
	complete();
	expect(await screen.findByText("결제를 확인하고 있어요")).toBeInTheDocument();
	expect(await screen.findByText(/청구를 보냈어요/, {}, { timeout: 5_000 })).toBeInTheDocument();
});

it("leads back to where it was refused, which says why", async () => {
	const failure = { code: "REJECT_CARD_COMPANY", message: "한도 초과" };
	order({ status: "failed", failure });
	saveDraftWith();
	complete();
	await waitFor(() => expect(where()).toBe("/apply-insurance?step=3"));
	expect(readClaim()?.oid).toBe(OID);
});

it("says how it ended in a browser that knows nothing of the claim", async () => {
	order({ status: "failed", failure: { code: "X", message: "한도 초과" } });
	const refused = complete();
	expect(await screen.findByText("결제하지 못했어요")).toBeInTheDocument();
	expect(screen.getByText(/한도 초과/)).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "청구 내역 보기" })).toHaveAttribute("href", "/insurance-history");
	refused.unmount();
	changeStore((store) =>
		Object.assign(store.orders[0] as MockOrder, { status: "canceled", insuranceId: 71 }),
	);
	queryClient.clear();
	await signedIn();
	complete();
	expect(await screen.findByText("결제를 취소했어요")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "청구 내용 보기" })).toHaveAttribute("href", "/insurance/71");
});

it("says nothing of paying while the order is open, though the way back did", async () => {
	order();
	complete(`?oid=${OID}&unpaid=1`);
	expect(await screen.findByText("결제가 끝나지 않았어요")).toBeInTheDocument();
	expect(screen.getByText(/결제를 시작한 화면에/)).toBeInTheDocument();
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	expect(await screen.findByText(/청구를 보냈어요/, {}, { timeout: 5_000 })).toBeInTheDocument();
});

it("says that the money is on its way back, and when it is there", async () => {
	order({ status: "refunding", amount: 7_260 });
	complete();
	expect(await screen.findByText("7,260원을 환불하고 있어요")).toBeInTheDocument();
	expect(screen.queryByText("환불을 마쳤어요")).toBeNull();
	changeStore((store) => Object.assign(store.orders[0] as MockOrder, { status: "refunded" }));
	window.dispatchEvent(new Event("focus"));
	await queryClient.invalidateQueries();
	expect(await screen.findByText("환불을 마쳤어요")).toBeInTheDocument();
});

it("pays a claim that was there: it needs no payment any more", async () => {
	const claim = readStore().claims.find((each) => each.needToPayment);
	order({ insuranceId: claim?.id ?? 0, claim: null });
	saveDraftWith({ insuranceId: claim?.id });
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	complete();
	expect(await screen.findByText("혀봄치과의원")).toBeInTheDocument();
	expect(readStore().claims.find((each) => each.id === claim?.id)?.needToPayment).toBe(false);
	expect(readClaim()).toMatchObject({ oid: null, insuranceId: null });
});

it.each(["", "?oid=foreign", "?oid=foreign&unpaid=1"])("takes %j for an invalid access", async (query) => {
	complete(query);
	await waitFor(() => expect(where()).toBe("/apply-insurance"));
	expect(alerts).toEqual(["잘못된 접근이에요."]);
});

it("leads back to where it was started, where nobody is signed in", async () => {
	server.use(http.get("/patients/payments/{oid}", () => unauthorized()));
	order();
	expireSession();
	complete();
	expect(await screen.findByText("결제를 시작한 화면으로 돌아가 주세요")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "로그인하고 확인하기" })).toHaveAttribute(
		"href",
		`/auth/signin?redirect=%2Fpayment%2Fcomplete%3Foid%3D${OID}`,
	);
});

it("tells the tab that waits, whichever tab the card's app led to", async () => {
	order();
	const heard = vi.fn();
	const stop = onPaymentMessage(heard);
	complete();
	await waitFor(() => expect(heard).toHaveBeenCalledWith({ type: "paymentDone", oid: OID }));
	stop();
});

it("says that the connection was lost, and goes on by itself", async () => {
	order();
	server.use(http.get("/patients/payments/{oid}", () => HttpResponse.error(), { once: true }));
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	complete();
	expect(await screen.findByText(/청구를 보냈어요/, {}, { timeout: 5_000 })).toBeInTheDocument();
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
	saveDraftWith();
	renderScreen(Payment, `/payment/close?oid=${OID}&code=01`, { path: "/payment/:end" });
	await waitFor(() => expect(window.close).toHaveBeenCalled());
	expect(postMessage).toHaveBeenCalledWith({ type: "paymentClosed", oid: OID }, "http://localhost");
	const back = await screen.findByRole("link", { name: "돌아가기" });
	expect(back).toHaveAttribute("href", "/apply-insurance?step=3");
	Object.assign(window, { opener: null });
});

it("comes back from a phone's payment: paid, canceled, refused", async () => {
	const back = (query: string) =>
		renderScreen(Payment, `/payment/mcomplete?${query}&oid=${OID}`, { path: "/payment/:end" });
	order();
	saveDraftWith();
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	const paid = back("status=0");
	expect(await screen.findByText("결제가 끝나고 청구를 보냈어요")).toBeInTheDocument();
	paid.unmount();
	saveDraftWith();
	const canceled = back("status=1&code=01");
	expect(await screen.findByLabelText("address")).toHaveTextContent("/apply-insurance?step=3");
	canceled.unmount();
	back("status=1&code=X&msg=no");
	expect(await screen.findByLabelText("address")).toHaveTextContent(/^\/apply-insurance\?step=3$/);
	expect(alerts).toEqual([]);
});

it("prints no words of the address", async () => {
	const params = new URLSearchParams({ oid: OID, code: "X", msg: "02-000-0000으로 전화하세요" });
	renderScreen(Payment, `/payment/close?${params}`, { path: "/payment/:end" });
	expect(await screen.findByText("결제하지 못했어요")).toBeInTheDocument();
	expect(screen.queryByText(/전화하세요/)).toBeNull();
});

it("knows no other end", async () => {
	renderScreen(Payment, "/payment/other", { path: "/payment/:end" });
	expect(await screen.findByText("찾으시는 화면이 없어요")).toBeInTheDocument();
});

it("takes a return that was opened by hand for an invalid access", async () => {
	renderScreen(Payment, "/payment/mcomplete?status=1&code=01&oid=foreign", { path: "/payment/:end" });
	await waitFor(() => expect(where()).toBe("/apply-insurance"));
	expect(alerts).toEqual(["잘못된 접근이에요."]);
});
