import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { feesOn } from "~/domain/claim/fees";
import { setLanguage } from "~/i18n/i18n";
import { EDITIONS, inEffect } from "~/patient/features/legal/editions";
import { refundTable } from "~/patient/features/legal/fees";
import { PRIVACY } from "~/patient/features/legal/privacy";
import { TERMS } from "~/patient/features/legal/terms";
import { editionOf } from "~/patient/features/legal/text";
import { atHand, shapeOf } from "../../../test/legal";
import { renderScreen } from "../../../test/render";
import Terms from "./terms";

const row = (table: string, name: string | RegExp) =>
	within(screen.getByRole("table", { name: table })).getByRole("row", { name });

it("terms_list_fees_discounts_and_refunds", () => {
	renderScreen(Terms, "/terms?version=2025-01-01");
	expect(screen.getByText("시행일 2025-01-01")).toBeInTheDocument();
	expect(row("수수료", /일반 증명서/)).toHaveTextContent(/3,300원.*부가세 별도/);
	expect(row("수수료", /의사 서명/)).toHaveTextContent(/3,300원.*부가세 포함/);
	expect(row("수수료", /^등기우편으로 서류 받기/)).toHaveTextContent(/11,000원.*우편료와 부가세 포함/);
	expect(row("수수료", /다른 보험사/)).toHaveTextContent(/3,300원.*부가세 포함/);
	expect(row("다시 신청할 때의 할인", /^서류를 고치거나/)).toHaveTextContent("50%");
	expect(row("다시 신청할 때의 할인", /^등기우편으로 다시 보낼 때/)).toHaveTextContent("30%");
	expect(row("다시 신청할 때의 할인", /앞선 결제도/)).toHaveTextContent("50%");
	expect(row("환불", /이미 발급된/)).toHaveTextContent("돌려드리지 못해요");
	expect(row("환불", /회원의 실수/)).toHaveTextContent("돌려드리지 못해요");
});

it("prices_and_refunds_match_the_server", () => {
	renderScreen(Terms, "/terms?version=2026-12-10");
	const { certificate, signedCertificate, registeredMail, forwarding } = feesOn("2026-12-10").prices;
	for (const [name, won] of [
		[/일반 증명서/, certificate.supply],
		[/의사 서명/, signedCertificate.gross],
		[/등기우편/, registeredMail.gross],
		[/다른 보험사/, forwarding.gross],
	] as const) {
		expect(row("수수료", name)).toHaveTextContent(`${won.toLocaleString("en")}원`);
	}
	for (const [label = "", outcome = ""] of refundTable("ko").rows) {
		expect(screen.getByRole("row", { name: new RegExp(`^${label.split(" (")[0]}`) })).toHaveTextContent(
			outcome,
		);
	}
});

it("terms_list_age_retention_and_notice", () => {
	renderScreen(Terms, "/terms?version=2025-01-01");
	expect(row("가입의 조건", /나이/)).toHaveTextContent("만 14세 이상");
	expect(row("가입의 조건", /아이디 수/)).toHaveTextContent("실명 한 사람에 하나");
	expect(row("보관 기간", /가입 정보/)).toHaveTextContent("90일");
	expect(row("보관 기간", /서비스 이용 자료/)).toHaveTextContent("30일");
	expect(row("보관 기간", /계약과 결제/)).toHaveTextContent("5년");
	expect(row("보관 기간", /소비자 불만/)).toHaveTextContent("3년");
	expect(row("보관 기간", /광고/)).toHaveTextContent("6개월");
	expect(row("보관 기간", /방문/)).toHaveTextContent("3개월");
	expect(row("변경을 알려드리는 때", /보통/)).toHaveTextContent("7일 전");
	expect(row("변경을 알려드리는 때", /불리한/)).toHaveTextContent("30일 전");
	expect(screen.getByText(/거짓 정보를 적거나 필요한 정보를 빠뜨린/)).toBeInTheDocument();
});

it("contents_link_focuses_its_section", async () => {
	const { user } = renderScreen(Terms, "/terms");
	const [contents] = screen.getAllByRole("navigation", { name: "목차" });
	if (!contents) throw new Error("no table of contents");
	await user.click(within(contents).getByRole("link", { name: "제10조 수수료와 할인" }));
	expect(await screen.findByRole("heading", { name: "제10조 수수료와 할인" })).toHaveFocus();
});

it("english_terms_load_and_name_the_company", async () => {
	renderScreen(Terms, "/terms");
	await act(() => setLanguage("en"));
	expect(await screen.findByRole("heading", { level: 1, name: "Terms of service" })).toBeInTheDocument();
	expect(row("Fees", /sent to you by registered mail/)).toHaveTextContent("KRW 11,000");
	expect(await screen.findByText(/of 주식회사 혀봄 \(the company\)/)).toBeInTheDocument();
	expect(await screen.findByRole("link", { name: "help@hyeobom.example" })).toBeInTheDocument();
});

// The same sections, points and rows.
it.each([...TERMS, ...PRIVACY])("texts_have_same_shape_when_translated_$effective", async ({ ko, en }) => {
	const [korean, english] = [shapeOf(await atHand(ko)), shapeOf(await atHand(en))];
	expect(english).toEqual(korean);
	expect(JSON.stringify(korean)).not.toContain("false");
});

it("edition_is_found_by_date_or_in_effect", () => {
	const [newest] = TERMS;
	const old = { ...newest, effective: "2024-01-01" };
	expect(editionOf([newest, old], "2024-01-01", "2027-01-01")).toBe(old);
	expect(editionOf([newest, old], "1999-01-01", newest.effective)).toBe(newest);
	expect(editionOf([newest, old], null, "2026-12-09")).toBe(old);
	expect(editionOf([newest, old], null, "")).toBe(old);
});

it("announced_edition_lists_new_retention", () => {
	renderScreen(Terms, "/terms?version=2026-12-10");
	expect(row("보관 기간", /회원이 아닌 분/)).toHaveTextContent("1년");
	expect(row("보관 기간", /접근 기록/)).toHaveTextContent("2년");
	expect(screen.getByRole("table", { name: "보관 기간" })).not.toHaveTextContent("광고");
	expect(screen.getByText(/서비스에 쌓지 않고/)).toHaveTextContent(/3년.*6개월/);
});

it("change_is_in_effect_from_its_day", () => {
	expect(inEffect(EDITIONS.terms, "2026-12-10").effective).toBe("2026-12-10");
	expect(inEffect(EDITIONS.terms, "2026-12-09").effective).toBe("2025-01-01");
});
