import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { INSTITUTIONS } from "../../../mocks/clinic-seeds";
import { db } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { readStore } from "../../../mocks/insurance-db";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { atPay, fillPayout, popupWindow } from "../../../test/claim";
import { renderScreen, signedIn } from "../../../test/render";
import ApplyInsurance from "./apply-insurance";

const show = (query = "") => renderScreen(ApplyInsurance, `/apply-insurance${query}`, { person: true });
const CLINIC = INSTITUTIONS[1] as (typeof INSTITUTIONS)[number];

const later = () => screen.getByRole("button", { name: "청구만 하고 나중에 결제" });
/** Waits for the response to a consent. */
const consentIsStored = () => waitFor(() => expect(later()).toBeEnabled());

/** Forwards to DB손해보험; returns the checkbox of its consent, which is given. */
async function forward(user: UserEvent) {
	await user.click(screen.getByRole("checkbox", { name: /^다른 보험사에도 전달/ }));
	await user.click(await screen.findByRole("combobox", { name: "보험사 찾기" }));
	await user.click(screen.getByRole("option", { name: "DB손해보험" }));
	await user.click(await screen.findByRole("checkbox", { name: /DB손해보험에 내 정보를/ }));
	await waitFor(() => expect(db.consents[0]?.recipient?.name).toBe("DB손해보험"));
	await consentIsStored();
	return screen.getByRole("checkbox", { name: /DB손해보험에 내 정보를/ });
}

beforeEach(async () => {
	vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	popupWindow();
	await signedIn();
});

it("second_insurer_needs_its_own_agreement", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	await user.click(screen.getByRole("checkbox", { name: /^다른 보험사에도 전달/ }));
	await user.click(screen.getByRole("button", { name: /결제하기/ }));
	expect(await screen.findByText("서류를 보낼 보험사를 선택해주세요.")).toBeInTheDocument();
	await waitFor(() => expect(screen.getByRole("combobox", { name: "보험사 찾기" })).toHaveFocus());
	await user.click(await screen.findByRole("combobox", { name: "보험사 찾기" }));
	expect(screen.queryByRole("option", { name: "현대해상" })).toBeNull();
	await user.click(screen.getByRole("option", { name: "DB손해보험" }));
	await user.click(await screen.findByRole("checkbox", { name: /DB손해보험에 내 정보를/ }));
	await waitFor(() => expect(db.consents[0]?.recipient?.name).toBe("DB손해보험"));
	await fillPayout(user, "110-123-456789");
	await user.click(later());
	await waitFor(() => expect(readStore().claims[0]?.options.forwardTo?.name).toBe("DB손해보험"));
});

it("forward_consent_can_be_taken_back", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	const consent = await forward(user);
	expect(consent).toBeChecked();
	await user.click(consent);
	await waitFor(() => expect(db.consents[0]?.withdrawnAt).not.toBeNull());
	await consentIsStored();
	expect(consent).not.toBeChecked();
	await fillPayout(user, "110-123-456789");
	await user.click(later());
	expect(await screen.findByText("동의해야 청구할 수 있어요.")).toBeInTheDocument();
	await user.click(consent);
	await waitFor(() => expect(db.consents[0]?.withdrawnAt).toBeNull());
	await consentIsStored();
	await user.click(later());
	await waitFor(() => expect(readStore().claims[0]?.options.forwardTo?.name).toBe("DB손해보험"));
});

// Another claim at the same insurer would be canceled.
it("refused_withdrawal_keeps_the_consent", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	const consent = await forward(user);
	expect(consent).toBeChecked();
	const text = "동의를 거두면 진행 중인 청구가 취소돼요.";
	server.use(http.put("/patients/consents", () => problem(409, "withdrawal_ends", text)));
	await user.click(consent);
	expect(await screen.findByText(text)).toBeInTheDocument();
	expect(consent).toBeChecked();
	expect(screen.getByRole("link", { name: "동의 관리" })).toHaveAttribute("href", "/account/consents");
});

// The digits are those of the resident number.
it("only_forwarding_needs_account_and_digits", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	expect(screen.queryByRole("textbox", { name: "계좌번호" })).toBeNull();
	await forward(user);
	fireEvent.change(screen.getByRole("textbox", { name: "계좌번호" }), { target: { value: "110a" } });
	await user.click(later());
	for (const text of [
		"은행을 선택해주세요.",
		"계좌번호를 다시 확인해 주세요. 예) 110-123-456789",
		"주민등록번호 뒷자리를 입력해주세요.",
	]) {
		expect(screen.getByText(text)).toBeInTheDocument();
	}
});

it("refused_account_is_corrected_in_place", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	await forward(user);
	await fillPayout(user, "000000");
	await user.click(later());
	expect(await screen.findByText("계좌번호를 확인해 주세요.")).toBeInTheDocument();
	await fillPayout(user, "110-123-456789");
	await user.click(later());
	await waitFor(() => expect(readStore().claims[0]?.accountNumberMasked).toBe("***6789"));
});

it("changed_account_is_paid_with_new_order", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	await forward(user);
	await fillPayout(user, "110-123-456789");
	await user.click(screen.getByRole("button", { name: /결제하기/ }));
	await user.click(await screen.findByRole("button", { name: "결제 그만두기" }));
	await fillPayout(user, "110-123-456780");
	await user.click(screen.getByRole("button", { name: /결제하기/ }));
	await waitFor(() => expect(readStore().orders).toHaveLength(2));
	expect(readStore().orders[1]?.claim?.accountNumber).toBe("110123456780");
});
