import { cleanup, screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { NewClaim } from "~/domain/claim/types";
import { emptyClaim, readClaim, saveClaim } from "~/patient/features/insurance/claim-draft";
import { onPaymentMessage } from "~/patient/features/insurance/payment-updates";
import { expireSession } from "~/patient/session/session";
import { queryClient } from "~/shared/api/query-client";
import { http } from "../../../mocks/http";
import { changeStore, type MockOrder, readStore } from "../../../mocks/insurance-db";
import { server } from "../../../mocks/node";
import { problem, unauthorized } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import InsuranceDetail from "./insurance-detail";
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

it("paid_order_shows_clinic_and_clears_draft", async () => {
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

// The claim's own screen has cached it as unpaid.
it("paid_claim_is_shown_with_its_payment", async () => {
	renderScreen(InsuranceDetail, "/insurance/71", { path: "/insurance/:id", person: true });
	expect(await screen.findByRole("button", { name: "7,260원 결제하기" })).toBeInTheDocument();
	cleanup();
	order({ insuranceId: 71, claim: null });
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	complete();
	expect(await screen.findByText("결제가 끝나고 청구를 보냈어요")).toBeInTheDocument();
	expect(screen.getByText("7,260원")).toBeInTheDocument();
});

it("lost_response_is_awaited", async () => {
	order();
	saveDraftWith();
	localStorage.setItem(`mock-pay:${OID}`, "lose");
	complete();
	expect(await screen.findByText("결제를 확인하고 있어요")).toBeInTheDocument();
	expect(await screen.findByText(/청구를 보냈어요/, {}, { timeout: 5_000 })).toBeInTheDocument();
});

it("refused_payment_leads_back_to_its_step", async () => {
	const failure = { code: "REJECT_CARD_COMPANY", message: "한도 초과" };
	order({ status: "failed", failure });
	saveDraftWith();
	complete();
	await waitFor(() => expect(where()).toBe("/apply-insurance?step=3"));
	expect(readClaim()?.oid).toBe(OID);
});

it("ended_order_is_explained_without_draft", async () => {
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

it("unpaid_return_still_finds_later_payment", async () => {
	order();
	complete(`?oid=${OID}&unpaid=1`);
	expect(await screen.findByText("결제가 끝나지 않았어요")).toBeInTheDocument();
	expect(screen.getByText(/결제를 시작한 화면에/)).toBeInTheDocument();
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	expect(await screen.findByText(/청구를 보냈어요/, {}, { timeout: 5_000 })).toBeInTheDocument();
});

it("refund_shows_progress_and_end", async () => {
	order({ status: "refunding", amount: 7_260 });
	complete();
	expect(await screen.findByText("7,260원을 환불하고 있어요")).toBeInTheDocument();
	expect(screen.queryByText("환불을 마쳤어요")).toBeNull();
	changeStore((store) => Object.assign(store.orders[0] as MockOrder, { status: "refunded" }));
	window.dispatchEvent(new Event("focus"));
	await queryClient.invalidateQueries();
	expect(await screen.findByText("환불을 마쳤어요")).toBeInTheDocument();
});

it("payment_of_existing_claim_is_recorded", async () => {
	const claim = readStore().claims.find((each) => each.needToPayment);
	order({ insuranceId: claim?.id ?? 0, claim: null });
	saveDraftWith({ insuranceId: claim?.id });
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	complete();
	expect(await screen.findByText("혀봄치과의원")).toBeInTheDocument();
	expect(readStore().claims.find((each) => each.id === claim?.id)?.needToPayment).toBe(false);
	expect(readClaim()).toMatchObject({ oid: null, insuranceId: null });
});

it.each(["", "?oid=foreign", "?oid=foreign&unpaid=1"])("return_%j_is_an_invalid_access", async (query) => {
	complete(query);
	await waitFor(() => expect(where()).toBe("/apply-insurance"));
	expect(alerts).toEqual(["잘못된 접근이에요."]);
});

it("signed_out_return_offers_sign_in", async () => {
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

// Even if the card's app came back to another tab.
it("waiting_tab_is_notified_of_payment", async () => {
	order();
	const heard = vi.fn();
	const stop = onPaymentMessage(heard);
	complete();
	await waitFor(() => expect(heard).toHaveBeenCalledWith({ type: "paymentDone", oid: OID }));
	stop();
});

it("lost_connection_is_retried_automatically", async () => {
	order();
	server.use(http.get("/patients/payments/{oid}", () => HttpResponse.error(), { once: true }));
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	complete();
	expect(await screen.findByText(/청구를 보냈어요/, {}, { timeout: 5_000 })).toBeInTheDocument();
});

it("order_of_busy_server_is_polled_again", async () => {
	order();
	// Without the query's own retries, which come first.
	const defaults = queryClient.getDefaultOptions();
	queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
	onTestFinished(() => queryClient.setDefaultOptions(defaults));
	const busy = () => problem(429, "overloaded", "이용하는 분이 많아요.") as never;
	server.use(http.get("/patients/payments/{oid}", busy, { once: true }));
	localStorage.setItem(`mock-pay:${OID}`, "pay");
	complete();
	expect(await screen.findByText(/청구를 보냈어요/, {}, { timeout: 5_000 })).toBeInTheDocument();
});

it("payment_window_notifies_opener_and_closes", async () => {
	const postMessage = vi.fn();
	Object.assign(window, { opener: { postMessage } });
	window.name = "hyeobom-payment";
	complete();
	await waitFor(() => expect(window.close).toHaveBeenCalled());
	expect(postMessage).toHaveBeenCalledWith({ type: "paymentDone", oid: OID }, "http://localhost");
	Object.assign(window, { opener: null });
});

// The link back is for a window that cannot close itself.
it("closed_window_posts_message_and_leads_back", async () => {
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

// Paid, canceled and refused.
it("mobile_return_handles_each_outcome", async () => {
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

it("text_from_url_is_never_shown", async () => {
	const params = new URLSearchParams({ oid: OID, code: "X", msg: "02-000-0000으로 전화하세요" });
	renderScreen(Payment, `/payment/close?${params}`, { path: "/payment/:end" });
	expect(await screen.findByText("결제하지 못했어요")).toBeInTheDocument();
	expect(screen.queryByText(/전화하세요/)).toBeNull();
});

it("unknown_payment_page_is_not_found", async () => {
	renderScreen(Payment, "/payment/other", { path: "/payment/:end" });
	expect(await screen.findByText("찾으시는 화면이 없어요")).toBeInTheDocument();
});

it("manual_mobile_return_is_an_invalid_access", async () => {
	renderScreen(Payment, "/payment/mcomplete?status=1&code=01&oid=foreign", { path: "/payment/:end" });
	await waitFor(() => expect(where()).toBe("/apply-insurance"));
	expect(alerts).toEqual(["잘못된 접근이에요."]);
});
