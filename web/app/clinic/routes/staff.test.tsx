import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { permissionsOf } from "../../../mocks/clinic-roles";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

beforeEach(staffSignedIn);

it("staff_are_added_with_a_temporary_password", async () => {
	const { user } = renderClinic("/clinic/staff");
	await user.click(await screen.findByRole("button", { name: "직원 추가" }));
	const dialog = within(await screen.findByRole("dialog"));
	await user.type(dialog.getByRole("textbox", { name: "아이디" }), "a b");
	await user.click(dialog.getByRole("button", { name: "추가하기" }));
	expect(await dialog.findByText("4~20자의 영문, 숫자만 사용 가능합니다.")).toBeInTheDocument();
	await user.clear(dialog.getByRole("textbox", { name: "아이디" }));
	await user.type(dialog.getByRole("textbox", { name: "아이디" }), "admin01");
	await user.type(dialog.getByRole("textbox", { name: "이름" }), "오하나");
	await user.click(dialog.getByRole("button", { name: "추가하기" }));
	expect(await dialog.findByText("이미 있는 아이디예요.")).toBeInTheDocument();
	await user.type(dialog.getByRole("textbox", { name: "아이디" }), "9");
	await user.selectOptions(dialog.getByRole("combobox", { name: "역할" }), "촬영자");
	await user.click(dialog.getByRole("button", { name: "추가하기" }));
	expect(await screen.findByText("Temp-4821!")).toBeInTheDocument();
	expect(clinicDb.members.at(-1)).toMatchObject({ loginId: "admin019", role: "shooting_expert" });
});

it("repeated_staff_request_keeps_its_key", async () => {
	const keys: (string | null)[] = [];
	server.events.on("request:start", ({ request }) => {
		if (request.method === "POST") keys.push(request.headers.get("Idempotency-Key"));
	});
	server.use(http.post("/institutions/staff", () => HttpResponse.error(), { once: true }));
	const { user } = renderClinic("/clinic/staff");
	await user.click(await screen.findByRole("button", { name: "직원 추가" }));
	const dialog = within(await screen.findByRole("dialog"));
	await user.type(dialog.getByRole("textbox", { name: "아이디" }), "oneone1");
	await user.type(dialog.getByRole("textbox", { name: "이름" }), "오하나");
	const make = dialog.getByRole("button", { name: "추가하기" });
	await user.click(make);
	await dialog.findByText(/서버에 연결하지 못했어요/);
	await user.click(make);
	expect(await screen.findByText("Temp-4821!")).toBeInTheDocument();
	expect(keys).toHaveLength(2);
	expect(keys[0]).toBe(keys[1]);
	server.events.removeAllListeners();
});

it("role_and_access_change_except_ones_own", async () => {
	const { user } = renderClinic("/clinic/staff");
	const row = async (name: string) =>
		within((await screen.findByText(name, { selector: "li p" })).closest("li") as HTMLElement);
	const own = await row("한지훈 원장");
	expect(own.getByRole("button", { name: "사용 중지하기" })).toBeDisabled();
	expect(own.getByRole("combobox")).toBeDisabled();
	const nurse = await row("정유진 치위생사");
	await user.selectOptions(nurse.getByRole("combobox"), "분석자");
	await vi.waitFor(() => expect(clinicDb.members[0]?.role).toBe("analysis_expert"));
	await user.click(nurse.getByRole("button", { name: "사용 중지하기" }));
	const question = await screen.findByRole("dialog", { name: "정유진 치위생사 님의 계정을 중지할까요?" });
	expect(clinicDb.members[0]?.active).toBe(true);
	await user.click(within(question).getByRole("button", { name: "사용 중지하기" }));
	expect(await nurse.findByText("사용 중지")).toBeInTheDocument();
	await user.click(await nurse.findByRole("button", { name: "다시 사용" }));
	await vi.waitFor(() => expect(clinicDb.members[0]?.active).toBe(true));
});

it("staff_list_is_for_admins_only", async () => {
	clinicDb.staff = {
		...clinicDb.staff,
		role: "analysis_expert",
		permissions: permissionsOf("analysis_expert"),
	};
	renderClinic("/clinic/staff");
	expect(await screen.findByText("신청을 선택하세요")).toBeInTheDocument();
	expect(screen.queryByRole("link", { name: "직원" })).toBeNull();
});

// A reset replaces the password or removes the second step, which the clinic can then require.
it("roles_are_listed_and_colleagues_are_reset", async () => {
	for (const member of clinicDb.members) member.hasSecondFactor = true;
	const { user } = renderClinic("/clinic/staff");
	const table = within(await screen.findByRole("table"));
	const row = (name: string) => within(table.getByRole("rowheader", { name }).closest("tr") as HTMLElement);
	await vi.waitFor(() => expect(row("결과 공개, 공개된 사진 교체").getAllByRole("cell")).toHaveLength(3));
	expect(
		row("결과 공개, 공개된 사진 교체")
			.getAllByRole("cell")
			.map((cell) => cell.textContent),
	).toEqual(["–불가", "가능", "가능"]);
	expect(row("사진 등록").getAllByText("가능")).toHaveLength(3);
	await user.click(screen.getByRole("button", { name: "비밀번호 초기화: 정유진 치위생사" }));
	await user.click(screen.getByRole("button", { name: "초기화하기" }));
	expect(await screen.findByText("Temp-9173!")).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "적어 두었어요" }));
	await user.click(screen.getByRole("button", { name: "2단계 인증 초기화: 정유진 치위생사" }));
	await user.click(screen.getByRole("button", { name: "초기화하기" }));
	await vi.waitFor(() => expect(clinicDb.members[0]?.hasSecondFactor).toBe(false));
	await user.click(screen.getByRole("button", { name: "필수로 켜기" }));
	expect(await screen.findByRole("button", { name: "필수 해제하기" })).toBeInTheDocument();
	expect(clinicDb.isSecondFactorRequired).toBe(true);
});
