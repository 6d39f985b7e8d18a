import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { opsDb } from "../../../mocks/ops-db";
import { operatorSignedIn, renderOps } from "../../../test/render-ops";

beforeEach(() => operatorSignedIn());

const dialog = () => within(screen.getByRole("dialog"));

it("differing_payment_is_resolved_with_a_note", async () => {
	const { user } = renderOps("/ops/payments");
	const open = opsDb.findings.length;
	expect(await screen.findByText(`확인할 결제가 ${open}건 있어요`)).toBeInTheDocument();
	expect(screen.getByText("15분 넘게 끝나지 않은 주문 2건")).toBeInTheDocument();
	await user.click(screen.getAllByRole("button", { name: "처리했어요" })[0] as HTMLElement);
	await user.type(await dialog().findByRole("textbox", { name: "처리한 내용" }), "결제사에서 환불했어요");
	await user.click(dialog().getByRole("button", { name: "처리 완료로 남기기" }));
	await waitFor(() => expect(opsDb.findings).toHaveLength(open - 1));
	expect(opsDb.audit[0]).toMatchObject({ action: "finding_resolved", reason: "결제사에서 환불했어요" });
});

it("settlements_are_summed_by_month", async () => {
	const { user } = renderOps("/ops/payments");
	const sums = await screen.findAllByText("46,416원");
	expect(sums).toHaveLength(2);
	const day = () => screen.getByRole("rowheader", { name: /^\d{4}-\d{2}-12$/ }).textContent;
	const first = day();
	await user.click(screen.getByRole("button", { name: /이전 달/ }));
	await waitFor(() => expect(day()).not.toBe(first));
});

it("schedule_runs_now_with_a_reason", async () => {
	const { user } = renderOps("/ops/schedules");
	const row = await screen.findByRole("row", { name: /하루 결제 대조.*매일 00:30.*실패/ });
	await user.click(within(row).getByRole("button", { name: /지금 실행/ }));
	await user.type(await dialog().findByRole("textbox", { name: "사유" }), "다시 대조");
	await user.click(dialog().getByRole("button", { name: "지금 실행" }));
	await waitFor(() =>
		expect(opsDb.audit[0]).toMatchObject({
			action: "schedule_run",
			subject: "compare_day",
			reason: "다시 대조",
		}),
	);
});

it("worker_row_links_to_its_job", async () => {
	renderOps("/ops/workers");
	const row = await screen.findByRole("row", { name: /worker-7d9f-x2k/ });
	expect(within(row).getByRole("link", { name: "혀 사진 판독 4716" })).toHaveAttribute(
		"href",
		"/ops/jobs/4716",
	);
	expect(within(screen.getByRole("row", { name: /worker-7d9f-p8s/ })).queryByRole("link")).toBeNull();
});

it("empty_kakao_templates_are_not_saved", async () => {
	const { user } = renderOps("/ops/tenants/1?tab=kakao");
	const template = await screen.findByRole("textbox", { name: "결과 도착" });
	expect(template).toHaveValue("KA01TP260101");
	await user.clear(template);
	await user.type(screen.getByRole("textbox", { name: "분석 결과 공개" }), "틀린값");
	await user.type(await screen.findByRole("textbox", { name: "사유" }), "템플릿 승인");
	await user.click(screen.getByRole("button", { name: "채널 저장" }));
	expect(await screen.findByText("영문과 숫자만 64자 이하로 적어 주세요.")).toBeInTheDocument();
	await user.clear(screen.getByRole("textbox", { name: "분석 결과 공개" }));
	await user.type(screen.getByRole("textbox", { name: "분석 결과 공개" }), "KA01TP9");
	await user.click(screen.getByRole("button", { name: "채널 저장" }));
	await screen.findByText("저장했어요.");
	expect(opsDb.channel).toEqual({ pfId: "KA01PF260101", templates: { tci_released: "KA01TP9" } });
});

it("kakao_channel_is_disconnected_with_a_reason", async () => {
	const { user } = renderOps("/ops/tenants/1?tab=kakao");
	await user.click(await screen.findByRole("button", { name: "채널 연결 끊기" }));
	await user.type(await dialog().findByRole("textbox", { name: "사유" }), "계약 종료");
	await user.click(dialog().getByRole("button", { name: "채널 연결 끊기" }));
	expect(await screen.findByText("연결 안 됨")).toBeInTheDocument();
	expect(await screen.findByRole("textbox", { name: "채널 ID" })).toHaveValue("");
	expect(opsDb.audit[0]).toMatchObject({ action: "channel_changed", reason: "계약 종료" });
});

it("viewer_sees_the_kakao_channel_without_form", async () => {
	operatorSignedIn("ops03");
	renderOps("/ops/tenants/1?tab=kakao");
	expect(await screen.findByText("KA01PF260101")).toBeInTheDocument();
	expect(screen.getAllByText("문자로 보냄").length).toBeGreaterThan(0);
	expect(screen.queryByRole("textbox")).toBeNull();
});
