import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { setLanguage } from "~/i18n/i18n";
import { clinicDb } from "../../../mocks/clinic-db";
import { permissionsOf } from "../../../mocks/clinic-roles";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

beforeEach(staffSignedIn);

const list = async () => within(await screen.findByRole("list", { name: "결제 확인 목록" }));

it("finding_says_what_happened_and_what_to_do", async () => {
	renderClinic("/clinic/payments");
	expect(await screen.findByText("확인할 결제가 1건 있어요")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "결제 확인" })).toHaveAttribute("aria-current", "page");
	const cards = (await list()).getAllByRole("article");
	expect(cards.map((card) => within(card).getByRole("heading").textContent)).toEqual([
		"금액이 서로 달라요",
		"결제 결과가 아직 정해지지 않았어요",
		"정산 금액이 달라요",
	]);
	const [open, repaired, resolved] = cards.map((card) => within(card)) as [
		ReturnType<typeof within>,
		ReturnType<typeof within>,
		ReturnType<typeof within>,
	];
	expect(open.getByText("확인 필요")).toBeInTheDocument();
	expect(open.getByText("7,260원")).toBeInTheDocument();
	expect(open.getByText("3,630원")).toBeInTheDocument();
	expect(open.getByText(/더 받은 돈은 돌려주세요/)).toBeInTheDocument();
	expect(open.getByRole("link", { name: "청구 보기" })).toHaveAttribute("href", "/clinic/insurances/70");
	expect(repaired.getByText("저절로 해결됨")).toBeInTheDocument();
	expect(repaired.getByText("없음")).toBeInTheDocument();
	expect(repaired.queryByRole("link")).toBeNull();
	expect(resolved.getByText("결제사에 물어보고 정산을 다시 받았어요.")).toBeInTheDocument();
	for (const done of [repaired, resolved]) expect(done.queryByRole("button")).toBeNull();
});

it("finding_is_resolved_with_a_note", async () => {
	const { user } = renderClinic("/clinic/payments");
	await user.click(await screen.findByRole("button", { name: "처리했어요" }));
	const dialog = within(await screen.findByRole("dialog", { name: "어떻게 처리했나요?" }));
	await user.type(dialog.getByRole("textbox", { name: "처리한 내용" }), "  ");
	await user.click(dialog.getByRole("button", { name: "처리 완료로 남기기" }));
	expect(await dialog.findByText("처리한 내용을 적어 주세요.")).toBeInTheDocument();
	await user.type(dialog.getByRole("textbox", { name: "처리한 내용" }), "차액을 돌려줬어요");
	await user.click(dialog.getByRole("button", { name: "처리 완료로 남기기" }));
	expect(await screen.findByText("모두 맞아요")).toBeInTheDocument();
	expect((await list()).getByText("차액을 돌려줬어요")).toBeInTheDocument();
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(clinicDb.findings.filter(({ needsPerson }) => needsPerson)).toEqual([]);
});

it("finding_resolved_by_another_is_reported", async () => {
	const { user } = renderClinic("/clinic/payments");
	await user.click(await screen.findByRole("button", { name: "처리했어요" }));
	const open = clinicDb.findings.find(({ needsPerson }) => needsPerson);
	Object.assign(open ?? {}, { resolvedAt: "2026-11-20T00:00:00Z", needsPerson: false });
	await user.type(screen.getByRole("textbox", { name: "처리한 내용" }), "확인");
	await user.click(screen.getByRole("button", { name: "처리 완료로 남기기" }));
	expect(await screen.findByText("이미 처리된 결제예요.")).toBeInTheDocument();
	expect(await screen.findByText("운영팀이 처리했어요.")).toBeInTheDocument();
});

it("page_without_findings_says_all_is_well", async () => {
	clinicDb.findings = [];
	renderClinic("/clinic/payments");
	expect(await screen.findByText("모두 맞아요")).toBeInTheDocument();
	expect(screen.queryByRole("list", { name: "결제 확인 목록" })).toBeNull();
	expect(screen.queryByRole("button", { name: "더 보기" })).toBeNull();
});

it("findings_load_page_by_page", async () => {
	const [first] = clinicDb.findings;
	if (!first) throw new Error("the seeds have findings");
	clinicDb.findings = Array.from({ length: 21 }, (_, at) => ({ ...first, id: at + 1 }));
	const { user } = renderClinic("/clinic/payments");
	expect((await list()).getAllByRole("article")).toHaveLength(20);
	await user.click(screen.getByRole("button", { name: "더 보기" }));
	await waitFor(async () => expect((await list()).getAllByRole("article")).toHaveLength(21));
	expect(screen.queryByRole("button", { name: "더 보기" })).toBeNull();
});

it("settlements_are_shown_by_month", async () => {
	vi.setSystemTime(new Date("2026-11-20T03:00:00Z"));
	const { user } = renderClinic("/clinic/payments");
	const days = within(await screen.findByRole("list", { name: "입금일별 정산" }));
	expect(days.getAllByRole("listitem").map((day) => within(day).getByRole("heading").textContent)).toEqual([
		"2026-11-19 입금 · 2건",
		"2026-11-12 입금 · 1건",
	]);
	expect(screen.getByText("이 달 합계 · 3건")).toBeInTheDocument();
	expect(screen.getByText("45,210원")).toBeInTheDocument();
	expect(screen.getByRole("button", { name: "다음 달" })).toBeDisabled();
	await user.click(screen.getByRole("button", { name: "이전 달" }));
	expect(await screen.findByRole("heading", { name: "2026-10-29 입금 · 1건" })).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "이전 달" }));
	expect(await screen.findByText("이 달에 정산된 결제가 없어요.")).toBeInTheDocument();
	vi.useRealTimers();
});

it("payments_are_for_admins_only", async () => {
	clinicDb.staff = {
		...clinicDb.staff,
		role: "shooting_expert",
		permissions: permissionsOf("shooting_expert"),
	};
	renderClinic("/clinic/payments");
	await waitFor(() => expect(screen.getByLabelText("address")).toHaveTextContent(/^\/clinic$/));
	expect(screen.queryByRole("link", { name: "결제 확인" })).toBeNull();
});

it("payments_have_english_texts", async () => {
	renderClinic("/clinic/payments");
	await screen.findByText("확인할 결제가 1건 있어요");
	await setLanguage("en");
	expect(await screen.findByText("1 payment to check")).toBeInTheDocument();
	expect(screen.getByRole("heading", { name: "The amounts differ" })).toBeInTheDocument();
});
