import { afterEach, expect, it, vi } from "vitest";
import { onPaymentMessage, postPaymentMessage } from "./payment-updates";

const MESSAGE = { type: "paymentClosed", oid: "abc" } as const;

afterEach(() => {
	Object.assign(window, { opener: null });
});

it("tells the opener, at this site alone", () => {
	const postMessage = vi.fn();
	Object.assign(window, { opener: { postMessage } });
	postPaymentMessage(MESSAGE);
	expect(postMessage).toHaveBeenCalledWith(MESSAGE, "http://localhost");
});

it("hears this site's messages and no others", () => {
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

it("hears other pages of the site, when the opener is cut off", async () => {
	const heard = vi.fn();
	const stop = onPaymentMessage(heard);
	postPaymentMessage(MESSAGE);
	await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(MESSAGE));
	stop();
});
