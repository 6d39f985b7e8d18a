import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { NewClaim } from "~/domain/claim/types";
import { type ClaimDraft, readClaim, saveClaim } from "~/patient/features/insurance/claim-draft";
import { postPaymentMessage } from "~/patient/features/insurance/payment-updates";
import { CLAIM_KEY } from "~/shared/lib/draft";
import { http } from "../../../mocks/http";
import { changeStore, type MockOrder, readStore } from "../../../mocks/insurance-db";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { atPay, finishPayment, type Popup, popupWindow } from "../../../test/claim";
import { renderScreen, signedIn } from "../../../test/render";
import ApplyInsurance from "./apply-insurance";

const show = () => renderScreen(ApplyInsurance, "/apply-insurance?institutionId=12", { person: true });
type User = ReturnType<typeof show>["user"];
const later = () => screen.findByRole("button", { name: "청구만 하고 나중에 결제" });
const openDialog = () => screen.findByRole("dialog", { name: "아직 열려 있는 결제가 있어요" });
const where = () => screen.getByLabelText("address");
let popup: Popup;
let before = 0;

beforeEach(async () => {
	vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	popup = popupWindow();
	await signedIn();
	before = readStore().claims.length;
});
const made = () => readStore().claims.length - before;

/** Starts a payment and stops waiting for it. Returns the order's page, which is still open. */
async function leavePaymentOpen(user: User): Promise<string> {
	await atPay(user);
	await user.click(screen.getByRole("button", { name: "7,260원 결제하기" }));
	await waitFor(() => expect(popup.replace).toHaveBeenCalled());
	await user.click(await screen.findByRole("button", { name: "결제 그만두기" }));
	return String(popup.replace.mock.lastCall?.[0]);
}

/** What another tab stored for the same draft when it opened an order. */
function orderInOtherTab(order: Partial<MockOrder> = {}): string {
	const draft: ClaimDraft = { ...(readClaim(1) as ClaimDraft), oid: "mock-other" };
	const claim = { institutionId: 12, insurerId: 2 } as NewClaim;
	changeStore((store) =>
		store.orders.push({
			oid: "mock-other",
			amount: 7_260,
			status: "pending",
			insuranceId: null,
			failure: null,
			claim,
			...order,
		}),
	);
	saveClaim(draft);
	return String(localStorage.getItem(CLAIM_KEY));
}

it("open_payment_makes_no_second_claim", async () => {
	const { user } = show();
	const page = await leavePaymentOpen(user);
	await user.click(await later());
	expect(await openDialog()).toHaveTextContent(/결제를 시작할 때의 내용으로 청구돼요/);
	expect(made()).toBe(0);
	await user.click(screen.getByRole("button", { name: "결제 창 다시 보기" }));
	expect(popup.open).toHaveBeenCalled();
	const oid = finishPayment(page, "cancel");
	postPaymentMessage({ type: "paymentClosed", oid });
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	await user.click(await later());
	await waitFor(() => expect(where()).toHaveTextContent(/^\/insurance\/\d+$/));
	expect(made()).toBe(1);
});

it("open_payment_is_canceled_for_a_later_one", async () => {
	const { user } = show();
	await leavePaymentOpen(user);
	await user.click(await later());
	await openDialog();
	await user.click(screen.getByRole("button", { name: "결제 취소하기" }));
	await screen.findByText("결제를 취소했어요");
	expect(readStore().orders.map(({ status }) => status)).toEqual(["canceled"]);
	await user.click(await later());
	await waitFor(() => expect(where()).toHaveTextContent(/^\/insurance\/\d+$/));
	expect(made()).toBe(1);
});

it("failed_cancellation_is_explained", async () => {
	server.use(http.delete("/patients/payments/{oid}", () => problem(500, "internal", "오류")));
	const { user } = show();
	await leavePaymentOpen(user);
	await user.click(await later());
	const dialog = await openDialog();
	await user.click(screen.getByRole("button", { name: "결제 취소하기" }));
	await waitFor(() => expect(dialog).toHaveTextContent(/다시/));
	expect(made()).toBe(0);
});

it("open_payment_can_still_be_finished", async () => {
	const { user } = show();
	const page = await leavePaymentOpen(user);
	await user.click(await later());
	await openDialog();
	const oid = finishPayment(page, "pay");
	postPaymentMessage({ type: "paymentDone", oid });
	await waitFor(() => expect(where()).toHaveTextContent(`/payment/complete?oid=${oid}`));
	expect(made()).toBe(1);
});

it("paid_claim_is_shown_instead_of_a_second_one", async () => {
	const { user } = show();
	const oid = finishPayment(await leavePaymentOpen(user), "pay");
	await user.click(await later());
	await waitFor(() => expect(where()).toHaveTextContent(`/payment/complete?oid=${oid}`));
	expect(made()).toBe(1);
});

it("changed_claim_waits_for_its_earlier_order", async () => {
	const { user } = show();
	await leavePaymentOpen(user);
	await user.click(await screen.findByRole("checkbox", { name: "등기 우편으로 받기 +11,000원" }));
	await waitFor(() =>
		expect(readClaim()).toMatchObject({ oid: null, earlierOid: expect.stringMatching(/^mock-/) }),
	);
	await user.click(await later());
	await openDialog();
	await user.click(screen.getByRole("button", { name: "닫기" }));
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(made()).toBe(0);
});

it("order_opened_in_other_tab_is_found", async () => {
	const { user } = show();
	await atPay(user);
	orderInOtherTab();
	await user.click(await later());
	await openDialog();
	expect(screen.queryByRole("button", { name: "결제 창 다시 보기" })).toBeNull();
	expect(made()).toBe(0);
});

// The other tab has deleted the draft, and it stays deleted.
it("order_paid_in_other_tab_shows_its_claim", async () => {
	const { user } = show();
	await atPay(user);
	const newValue = orderInOtherTab();
	act(() => void window.dispatchEvent(new StorageEvent("storage", { key: CLAIM_KEY, newValue })));
	localStorage.removeItem(CLAIM_KEY);
	localStorage.setItem("mock-pay:mock-other", "pay");
	await user.click(await later());
	await waitFor(() => expect(where()).toHaveTextContent("/payment/complete?oid=mock-other"));
	expect(made()).toBe(1);
	expect(readClaim()).toBeNull();
});

it("refunded_order_does_not_prevent_a_claim", async () => {
	const { user } = show();
	await atPay(user);
	orderInOtherTab({ status: "refunding" });
	await user.click(await later());
	await waitFor(() => expect(where()).toHaveTextContent(/^\/insurance\/\d+$/));
	expect(made()).toBe(1);
});

it("unknown_state_of_order_sends_no_claim", async () => {
	const { user } = show();
	await leavePaymentOpen(user);
	server.use(http.get("/patients/payments/{oid}", () => problem(503, "unavailable", "잠시 쉬고 있어요.")));
	await user.click(await later());
	expect(await screen.findByText("잠시 쉬고 있어요.")).toBeInTheDocument();
	expect(made()).toBe(0);
});
