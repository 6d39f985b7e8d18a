import { fireEvent, screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { typeDay } from "./dates";

/** A fake payment window. */
export function popupWindow() {
	const close = vi.fn();
	const replace = vi.fn();
	const focus = vi.fn();
	const inside = document.implementation.createHTMLDocument();
	const popup = { closed: false, close, focus, document: inside, location: { replace } };
	const open = vi.spyOn(window, "open").mockImplementation(() => popup as unknown as Window);
	return { open, close, replace, focus, popup };
}
export type Popup = ReturnType<typeof popupWindow>;

/** Simulates the provider's page for an order; returns the order's id. */
export function finishPayment(address: string, how: "pay" | "cancel" | "decline" | "lose"): string {
	const oid = new URL(address).searchParams.get("oid") ?? "";
	localStorage.setItem(`mock-pay:${oid}`, how);
	return oid;
}

/** Goes from the insurer to step 2, with all consents given. */
export async function toInfo(user: UserEvent, insurer = "현대해상") {
	await user.click(await screen.findByRole("combobox", { name: "보험사 찾기" }));
	await user.click(await screen.findByRole("option", { name: insurer }));
	for (const box of screen.getAllByRole("checkbox")) await user.click(box);
	await user.click(screen.getByRole("button", { name: "다음" }));
	await screen.findByRole("heading", { level: 1, name: "보험 기본 정보" });
}

/** Fills in the fields of the other insurer's form. */
export async function fillPayout(user: UserEvent, account: string) {
	await user.selectOptions(screen.getByRole("combobox", { name: "은행" }), "신한은행");
	for (const [name, text] of [
		["계좌번호", account],
		["뒤 첫 자리", "2"],
	] as const) {
		fireEvent.change(screen.getByRole("textbox", { name }), { target: { value: text } });
	}
}

/** Goes from the insurer to the last step. */
export async function atPay(user: UserEvent) {
	await toInfo(user);
	await typeDay(user, "사고(발병)일", "20261101");
	await user.type(screen.getByRole("textbox", { name: "발생 원인" }), "어금니 충치 치료");
	await user.click(screen.getByRole("button", { name: "다음" }));
	await screen.findByRole("heading", { level: 1, name: "필요한 서류" });
	await screen.findByRole("button", { name: "7,260원 결제하기" });
}
