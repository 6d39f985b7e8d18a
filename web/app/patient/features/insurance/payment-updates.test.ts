import { afterEach, expect, it, vi } from "vitest";
import { onPaymentMessage, postPaymentMessage } from "./payment-updates";

const MESSAGE = { type: "paymentClosed", oid: "abc" } as const;

afterEach(() => {
	Object.assign(window, { opener: null });
});

it("payment_message_goes_to_own_origin_only", () => {
	const postMessage = vi.fn();
	Object.assign(window, { opener: { postMessage } });
	postPaymentMessage(MESSAGE);
	expect(postMessage).toHaveBeenCalledWith(MESSAGE, "http://localhost");
});

it("only_valid_own_messages_are_received", () => {
	const heard = vi.fn();
	const stop = onPaymentMessage(heard);
	const send = (data: unknown, origin: string) =>
		window.dispatchEvent(new MessageEvent("message", { data, origin }));
	send(MESSAGE, "https://evil.example");
	send("paymentClosed", "http://localhost");
	send({ type: "other", oid: "abc" }, "http://localhost");
	expect(heard).not.toHaveBeenCalled();
	send(MESSAGE, "http://localhost");
	expect(heard).toHaveBeenCalledWith(MESSAGE);
	stop();
	send(MESSAGE, "http://localhost");
	expect(heard).toHaveBeenCalledTimes(1);
});

it("message_reaches_other_tabs_without_opener", async () => {
	const heard = vi.fn();
	const stop = onPaymentMessage(heard);
	postPaymentMessage(MESSAGE);
	await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(MESSAGE));
	stop();
});
