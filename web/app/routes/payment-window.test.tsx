import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { readClaim } from "~/features/insurance/claim-draft";
import { tellPayment } from "~/features/insurance/payment-news";
import { readStore } from "../../mocks/insurance-db";
import { server } from "../../mocks/node";
import { answerPayment, atPay, type Popup, popupWindow } from "../../test/claim";
import { renderScreen, signedIn } from "../../test/render";
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

it("opens the window within the press, before anything is asked", async () => {
	const { user } = show();
	await atPay(user);
	let asked = false;
	server.events.on("request:start", ({ request }) => {
		if (request.url.endsWith("/patients/payments")) asked = true;
	});
	popup.open.mockImplementationOnce(() => {
		expect(asked).toBe(false);
		return popup.popup as unknown as Window;
	});
	await user.click(await pay());
	expect(popup.open).toHaveBeenCalledWith("about:blank", "hyeobom-payment", expect.stringContaining("popup"));
	expect(await checkout()).toMatch(/mock-checkout\?oid=mock-\w+&amount=7260&mode=window/);
	expect(await screen.findByRole("dialog", { name: "결제 창에서 결제해 주세요" })).toBeInTheDocument();
	server.events.removeAllListeners();
});

it("goes on by asking for the order, though the window never says a word", async () => {
	const count = readStore().claims.length;
	const { user } = show();
	await atPay(user);
	await user.click(await pay());
	const oid = answerPayment(await checkout(), "pay");
	await waitFor(
		() => expect(screen.getByLabelText("address")).toHaveTextContent(`/payment/complete?oid=${oid}`),
		{ timeout: 5_000 },
	);
	expect(popup.close).toHaveBeenCalled();
	expect(readStore().claims).toHaveLength(count + 1);
});

it("asks at once when the window says that it is closed, and keeps everything for another try", async () => {
	const { user } = show();
	await atPay(user);
	await user.click(await pay());
	const oid = answerPayment(await checkout(), "cancel");
	tellPayment({ type: "paymentClosed", oid });
	expect(await screen.findByText("결제를 취소했어요")).toBeInTheDocument();
	expect(readClaim()?.info?.reason).toBe("어금니 충치 치료");
	popup.replace.mockClear();
	await user.click(await pay());
	const again = answerPayment(await checkout(), "decline");
	expect(again).not.toBe(oid);
	expect(
		await screen.findByText("카드사에서 승인을 거절했어요.", {}, { timeout: 5_000 }),
	).toBeInTheDocument();
});

it("makes one order of a press whose answer was lost", async () => {
	const keys: (string | null)[] = [];
	server.events.on("request:start", ({ request }) => {
		if (request.url.endsWith("/patients/payments")) keys.push(request.headers.get("Idempotency-Key"));
	});
	server.use(http.post("*/patients/payments", () => Response.error(), { once: true }));
	const { user } = show();
	await atPay(user);
	await user.click(await pay());
	expect(await screen.findByText(/서버에 연결하지 못했어요/)).toBeInTheDocument();
	expect(popup.close).toHaveBeenCalled();
	await user.click(await pay());
	await checkout();
	expect(keys).toEqual([keys[0], keys[0]]);
	expect(readStore().orders).toHaveLength(1);
	server.events.removeAllListeners();
});

it("shows the window again, opens it anew once it is gone, and can be stopped", async () => {
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

it("keeps the claim and its order before it leaves the tab", async () => {
	// A phone has no second window, and some browsers refuse one.
	vi.spyOn(window, "open").mockReturnValue(null);
	const { user } = show();
	await atPay(user);
	await user.click(await pay());
	await waitFor(() => expect(readClaim()?.oid).toMatch(/^mock-/));
	expect(screen.queryByRole("dialog")).toBeNull();
});
