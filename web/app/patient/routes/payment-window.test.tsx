import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { type ClaimDraft, readClaim, saveClaim } from "~/patient/features/insurance/claim-draft";
import { postPaymentMessage } from "~/patient/features/insurance/payment-updates";
import { queryClient } from "~/shared/api/query-client";
import { http } from "../../../mocks/http";
import { changeStore, type MockOrder, readStore } from "../../../mocks/insurance-db";
import { server } from "../../../mocks/node";
import { atPay, finishPayment, type Popup, popupWindow } from "../../../test/claim";
import { renderScreen, signedIn } from "../../../test/render";
import ApplyInsurance from "./apply-insurance";

const show = () => renderScreen(ApplyInsurance, "/apply-insurance?institutionId=12", { person: true });
const pay = () => screen.findByRole("button", { name: "7,260원 결제하기" });
let popup: Popup;

beforeEach(async () => {
	vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	popup = popupWindow();
	await signedIn();
});

const checkout = async () => {
	await waitFor(() => expect(popup.replace).toHaveBeenCalled());
	return String(popup.replace.mock.lastCall?.[0]);
};

// It opens within the press: browsers block windows that open later.
it("window_opens_before_any_request", async () => {
	const { user } = show();
	await atPay(user);
	let isRequested = false;
	server.events.on("request:start", ({ request }) => {
		if (request.url.endsWith("/patients/payments")) isRequested = true;
	});
	popup.open.mockImplementationOnce(() => {
		expect(isRequested).toBe(false);
		return popup.popup as unknown as Window;
	});
	await user.click(await pay());
	expect(popup.open).toHaveBeenCalledWith("about:blank", "hyeobom-payment", expect.stringContaining("popup"));
	expect(await checkout()).toMatch(/mock-checkout\?oid=mock-\w+&amount=7260&mode=window/);
	expect(await screen.findByRole("dialog", { name: "결제 창에서 결제해 주세요" })).toBeInTheDocument();
	server.events.removeAllListeners();
});

it("payment_is_found_by_polling_the_order", async () => {
	const count = readStore().claims.length;
	const { user } = show();
	await atPay(user);
	await user.click(await pay());
	const oid = finishPayment(await checkout(), "pay");
	await waitFor(
		() => expect(screen.getByLabelText("address")).toHaveTextContent(`/payment/complete?oid=${oid}`),
		{ timeout: 5_000 },
	);
	expect(popup.close).toHaveBeenCalled();
	expect(readStore().claims).toHaveLength(count + 1);
});

// The draft stays for another try.
it("closed_window_checks_order_at_once", async () => {
	const { user } = show();
	await atPay(user);
	await user.click(await pay());
	const oid = finishPayment(await checkout(), "cancel");
	postPaymentMessage({ type: "paymentClosed", oid });
	expect(await screen.findByText("결제를 취소했어요")).toBeInTheDocument();
	expect(readClaim()?.info?.reason).toBe("어금니 충치 치료");
	popup.replace.mockClear();
	await user.click(await pay());
	const again = finishPayment(await checkout(), "decline");
	expect(again).not.toBe(oid);
	expect(
		await screen.findByText("카드사에서 승인을 거절했어요.", {}, { timeout: 5_000 }),
	).toBeInTheDocument();
});

it("retry_after_lost_response_makes_one_order", async () => {
	const keys: (string | null)[] = [];
	server.events.on("request:start", ({ request }) => {
		if (request.url.endsWith("/patients/payments")) keys.push(request.headers.get("Idempotency-Key"));
	});
	server.use(http.post("/patients/payments", () => HttpResponse.error(), { once: true }));
	const { user } = show();
	await atPay(user);
	await user.click(await pay());
	expect(await screen.findByText(/다시 눌러도 한 번만 결제돼요/)).toBeInTheDocument();
	expect(popup.close).toHaveBeenCalled();
	await user.click(await pay());
	await checkout();
	expect(keys).toEqual([keys[0], keys[0]]);
	expect(readStore().orders).toHaveLength(1);
	server.events.removeAllListeners();
});

it("window_can_be_shown_reopened_and_stopped", async () => {
	const { user } = show();
	await atPay(user);
	await user.click(await pay());
	await user.click(await screen.findByRole("button", { name: "결제 창 다시 보기" }));
	expect(popup.focus).toHaveBeenCalled();
	popup.popup.closed = true;
	await user.click(screen.getByRole("button", { name: "결제 창 다시 보기" }));
	expect(popup.open).toHaveBeenCalledTimes(2);
	popup.popup.closed = false;
	await user.click(screen.getByRole("button", { name: "결제 그만두기" }));
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(popup.close).toHaveBeenCalled();
});

it("draft_and_order_are_kept_before_leaving", async () => {
	// Phones have no second window, and some browsers block popups.
	vi.spyOn(window, "open").mockReturnValue(null);
	const { user } = show();
	await atPay(user);
	await user.click(await pay());
	await waitFor(() => expect(readClaim()?.oid).toMatch(/^mock-/));
	expect(screen.queryByRole("dialog")).toBeNull();
});

it("double_press_pays_once", async () => {
	let posted = 0;
	server.events.on("request:start", ({ request }) => {
		if (request.url.endsWith("/patients/payments")) posted += 1;
	});
	const { user } = show();
	await atPay(user);
	const button = await pay();
	fireEvent.click(button);
	fireEvent.click(button);
	await checkout();
	expect(posted).toBe(1);
	expect(popup.open).toHaveBeenCalledTimes(1);
	expect(readStore().orders).toHaveLength(1);
	server.events.removeAllListeners();
});

it("offline_press_pays_nothing_even_later", async () => {
	const { user } = show();
	await atPay(user);
	const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
	await user.click(await pay());
	expect(await screen.findByText(/연결되어 있지 않아 결제하지 않았어요/)).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "청구만 하고 나중에 결제" }));
	expect(await screen.findByText(/연결되어 있지 않아 청구하지 않았어요/)).toBeInTheDocument();
	expect(popup.open).not.toHaveBeenCalled();
	const { claims } = readStore();
	online.mockReturnValue(true);
	window.dispatchEvent(new Event("online"));
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(readStore()).toMatchObject({ orders: [], claims: { length: claims.length } });
	await user.click(await pay());
	await checkout();
	expect(screen.queryByText(/연결되어 있지 않아/)).toBeNull();
});

it("reload_continues_the_same_order", async () => {
	const first = show();
	await atPay(first.user);
	await first.user.click(await pay());
	const page = await checkout();
	await waitFor(() => expect(readClaim()?.oid).toMatch(/^mock-/));
	first.unmount();
	popup.popup.closed = true;
	const { user } = renderScreen(ApplyInsurance, "/apply-insurance?step=3", { person: true });
	expect(await screen.findByRole("dialog", { name: "결제가 끝나지 않았어요" })).toBeInTheDocument();
	popup.popup.closed = false;
	popup.replace.mockClear();
	await user.click(screen.getByRole("button", { name: "이어서 결제하기" }));
	expect(await checkout()).toBe(page);
	const oid = finishPayment(page, "pay");
	await waitFor(
		() => expect(screen.getByLabelText("address")).toHaveTextContent(`/payment/complete?oid=${oid}`),
		{ timeout: 5_000 },
	);
	expect(readStore().orders).toHaveLength(1);
});

it("stopped_order_is_reused_after_reload", async () => {
	const first = show();
	await atPay(first.user);
	await first.user.click(await pay());
	await checkout();
	await waitFor(() => expect(readClaim()?.oid).toMatch(/^mock-/));
	first.unmount();
	const { user } = renderScreen(ApplyInsurance, "/apply-insurance?step=3", { person: true });
	await user.click(await screen.findByRole("button", { name: "결제 그만두기" }));
	await user.click(await pay());
	await waitFor(() => expect(popup.replace).toHaveBeenCalledTimes(2));
	expect(readStore().orders).toHaveLength(1);
});

// This tab does not know its page and cannot continue it.
it("payment_in_other_window_is_reported", async () => {
	const first = show();
	await atPay(first.user);
	await first.user.click(await pay());
	await checkout();
	await waitFor(() => expect(readClaim()?.oid).toMatch(/^mock-/));
	first.unmount();
	sessionStorage.clear();
	renderScreen(ApplyInsurance, "/apply-insurance?step=3", { person: true });
	expect(await screen.findByRole("dialog", { name: "다른 창에서 결제하고 있어요" })).toBeInTheDocument();
	expect(screen.queryByRole("button", { name: "이어서 결제하기" })).toBeNull();
});

it("order_ended_elsewhere_shows_its_outcome", async () => {
	const first = show();
	await atPay(first.user);
	await first.user.click(await pay());
	const page = await checkout();
	await waitFor(() => expect(readClaim()?.oid).toMatch(/^mock-/));
	first.unmount();
	const oid = finishPayment(page, "decline");
	const second = renderScreen(ApplyInsurance, "/apply-insurance?step=3", { person: true });
	expect(await screen.findByText("카드사에서 승인을 거절했어요.")).toBeInTheDocument();
	await waitFor(() => expect(readClaim()?.oid).toBeNull());
	second.unmount();
	saveClaim({ ...(readClaim() as ClaimDraft), oid });
	changeStore((store) => Object.assign(store.orders[0] as MockOrder, { status: "paid", insuranceId: 72 }));
	queryClient.clear();
	await signedIn();
	renderScreen(ApplyInsurance, "/apply-insurance?step=3", { person: true });
	await waitFor(() =>
		expect(screen.getByLabelText("address")).toHaveTextContent(`/payment/complete?oid=${oid}`),
	);
});

/** Starts a payment, stops waiting for it, and changes the reason of the claim. Returns the order's page. */
async function changeAfterStart(user: ReturnType<typeof show>["user"]) {
	await atPay(user);
	await user.click(await pay());
	const page = await checkout();
	await user.click(await screen.findByRole("button", { name: "결제 그만두기" }));
	await user.click(screen.getByRole("button", { name: "이전" }));
	const reason = await screen.findByRole("textbox", { name: "발생 원인" });
	await user.clear(reason);
	await user.type(reason, "사랑니 발치");
	return page;
}

it("changed_claim_is_paid_with_new_order", async () => {
	const { user } = show();
	const first = new URL(await changeAfterStart(user)).searchParams.get("oid");
	await user.click(screen.getByRole("button", { name: "다음" }));
	await screen.findByRole("heading", { level: 1, name: "필요한 서류" });
	await user.click(await pay());
	expect(screen.queryByRole("button", { name: "이어서 결제하기" })).toBeNull();
	await waitFor(() => expect(popup.replace).toHaveBeenCalledTimes(2));
	const oid = finishPayment(await checkout(), "pay");
	expect(oid).not.toBe(first);
	const where = () => screen.getByLabelText("address");
	await waitFor(() => expect(where()).toHaveTextContent(`/payment/complete?oid=${oid}`), { timeout: 5_000 });
	expect(readStore().claims[0]?.reason).toBe("사랑니 발치");
});

it("earlier_order_paid_elsewhere_is_shown", async () => {
	const { user } = show();
	const oid = finishPayment(await changeAfterStart(user), "pay");
	postPaymentMessage({ type: "paymentDone", oid });
	await waitFor(() =>
		expect(screen.getByLabelText("address")).toHaveTextContent(`/payment/complete?oid=${oid}`),
	);
	expect(readClaim()).toMatchObject({ oid: null, earlierOid: null, info: { reason: "사랑니 발치" } });
});
