import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { server } from "../../../mocks/node";
import { opsDb } from "../../../mocks/ops-db";
import { OPS_CODE, OPS_PASSWORD } from "../../../mocks/ops-seeds";
import { operatorSignedIn, renderOps } from "../../../test/render-ops";

type User = ReturnType<typeof renderOps>["user"];
const enter = async (user: User, id: string) => {
	await user.type(await screen.findByRole("textbox", { name: "아이디" }), id);
	await user.type(screen.getByLabelText("비밀번호"), OPS_PASSWORD);
	await user.click(screen.getByRole("button", { name: "로그인" }));
};
const give = async (user: User, code: string) => {
	await user.clear(await screen.findByRole("textbox", { name: "인증 코드" }));
	await user.type(screen.getByRole("textbox", { name: "인증 코드" }), code);
};

it("second_step_leads_to_the_requested_page", async () => {
	const { user } = renderOps("/ops/workers");
	await enter(user, "ops");
	await give(user, "123456");
	await user.click(screen.getByRole("button", { name: "확인" }));
	expect(await screen.findByText("맞지 않거나 이미 쓴 코드예요.")).toBeInTheDocument();
	await give(user, OPS_CODE);
	await user.click(screen.getByRole("button", { name: "확인" }));
	expect(await screen.findByRole("heading", { name: "워커" })).toBeInTheDocument();
});

it("required_second_step_is_set_up_first", async () => {
	opsDb.environment = "production";
	const { user } = renderOps("/ops");
	for (const each of opsDb.operators) Object.assign(each, { mustChangePassword: false });
	await enter(user, "ops03");
	expect(await screen.findByRole("heading", { name: "2단계 인증 설정" })).toBeInTheDocument();
	expect(await screen.findByRole("img", { name: "인증 앱 등록용 QR 코드" })).toBeInTheDocument();
	await give(user, OPS_CODE);
	await user.click(screen.getByRole("button", { name: "확인하고 켜기" }));
	expect(await screen.findByRole("list", { name: "복구 코드" })).toHaveTextContent("abcde-fghij");
	await user.click(screen.getByRole("button", { name: "적어 두었어요" }));
	expect(await screen.findByText(/실제 서비스예요/)).toBeInTheDocument();
});

it("temporary_password_is_replaced_first", async () => {
	const { user } = renderOps("/ops");
	await enter(user, "ops03");
	expect(await screen.findByRole("heading", { name: "비밀번호 변경" })).toBeInTheDocument();
	await user.type(await screen.findByLabelText("새 비밀번호"), "Console!2026");
	await user.type(screen.getByLabelText("새 비밀번호 확인"), "Console!2026");
	await user.click(screen.getByRole("button", { name: "변경하고 시작하기" }));
	expect(await screen.findByRole("heading", { name: "큐 현황" })).toBeInTheDocument();
});

it("host_without_operators_has_no_console", async () => {
	server.use(
		http.get("*/api/v1/ops/auth/me", () =>
			HttpResponse.json({ code: "not_found", status: 404 }, { status: 404 }),
		),
	);
	renderOps("/ops");
	expect(await screen.findByText("찾으시는 화면이 없어요")).toBeInTheDocument();
});

it("queue_is_paused_with_a_reason_and_resumed", async () => {
	operatorSignedIn();
	const { user } = renderOps("/ops");
	await user.click(await screen.findByRole("button", { name: /멈추기\s*알림 발송/ }));
	const dialog = within(screen.getByRole("dialog"));
	await user.type(await dialog.findByRole("textbox", { name: "사유" }), "업체 점검");
	await user.click(dialog.getByRole("button", { name: "멈추기" }));
	expect(await screen.findByText("ops 님이 멈췄어요: 업체 점검")).toBeInTheDocument();
	expect(screen.getByText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}부터$/)).toBeVisible();
	expect(await screen.findByRole("img", { name: /지난 1시간 동안 들어온 작업/ })).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: /다시 시작\s*알림 발송/ }));
	await user.type(await screen.findByRole("textbox", { name: "사유" }), "끝났어요");
	await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "다시 시작" }));
	await waitFor(() => expect(opsDb.queues[1]?.paused).toBe(false));
});

it("screen_without_permission_says_so", async () => {
	operatorSignedIn("ops03");
	renderOps("/ops/audit");
	expect(await screen.findByText("볼 수 없는 화면이에요")).toBeInTheDocument();
});
