import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { INSTITUTIONS } from "../../../mocks/clinic-seeds";
import { db } from "../../../mocks/db";
import { readStore } from "../../../mocks/insurance-db";
import { atPay, fillPayout, popupWindow } from "../../../test/claim";
import { renderScreen, signedIn } from "../../../test/render";
import ApplyInsurance from "./apply-insurance";

const show = (query = "") => renderScreen(ApplyInsurance, `/apply-insurance${query}`, { person: true });
const CLINIC = INSTITUTIONS[1] as (typeof INSTITUTIONS)[number];

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
	await user.click(screen.getByRole("button", { name: "청구만 하고 나중에 결제" }));
	await waitFor(() => expect(readStore().claims[0]?.options.forwardTo?.name).toBe("DB손해보험"));
});

// The digits are those of the resident number.
it("only_forwarding_needs_account_and_digits", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	expect(screen.queryByRole("textbox", { name: "계좌번호" })).toBeNull();
	await user.click(screen.getByRole("checkbox", { name: /^다른 보험사에도 전달/ }));
	await user.click(await screen.findByRole("combobox", { name: "보험사 찾기" }));
	await user.click(screen.getByRole("option", { name: "DB손해보험" }));
	await user.click(await screen.findByRole("checkbox", { name: /DB손해보험에 내 정보를/ }));
	await waitFor(() => expect(db.consents[0]?.recipient?.name).toBe("DB손해보험"));
	fireEvent.change(screen.getByRole("textbox", { name: "계좌번호" }), { target: { value: "110a" } });
	await user.click(screen.getByRole("button", { name: "청구만 하고 나중에 결제" }));
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
	await user.click(screen.getByRole("checkbox", { name: /^다른 보험사에도 전달/ }));
	await user.click(await screen.findByRole("combobox", { name: "보험사 찾기" }));
	await user.click(screen.getByRole("option", { name: "DB손해보험" }));
	await user.click(await screen.findByRole("checkbox", { name: /DB손해보험에 내 정보를/ }));
	await waitFor(() => expect(db.consents[0]?.recipient?.name).toBe("DB손해보험"));
	await fillPayout(user, "000000");
	await user.click(screen.getByRole("button", { name: "청구만 하고 나중에 결제" }));
	expect(await screen.findByText("계좌번호를 확인해 주세요.")).toBeInTheDocument();
	await fillPayout(user, "110-123-456789");
	await user.click(screen.getByRole("button", { name: "청구만 하고 나중에 결제" }));
	await waitFor(() => expect(readStore().claims[0]?.accountNumberMasked).toBe("***6789"));
});

it("changed_account_is_paid_with_new_order", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	await user.click(screen.getByRole("checkbox", { name: /^다른 보험사에도 전달/ }));
	await user.click(await screen.findByRole("combobox", { name: "보험사 찾기" }));
	await user.click(screen.getByRole("option", { name: "DB손해보험" }));
	await user.click(await screen.findByRole("checkbox", { name: /DB손해보험에 내 정보를/ }));
	await waitFor(() => expect(db.consents[0]?.recipient?.name).toBe("DB손해보험"));
	await fillPayout(user, "110-123-456789");
	await user.click(screen.getByRole("button", { name: /결제하기/ }));
	await user.click(await screen.findByRole("button", { name: "결제 그만두기" }));
	await fillPayout(user, "110-123-456780");
	await user.click(screen.getByRole("button", { name: /결제하기/ }));
	await waitFor(() => expect(readStore().orders).toHaveLength(2));
	expect(readStore().orders[1]?.claim?.accountNumber).toBe("110123456780");
});
