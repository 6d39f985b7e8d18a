import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { permissionsOf } from "../../../mocks/clinic-roles";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

beforeEach(staffSignedIn);

it("makes an invitation and shows it as a QR code and a link", async () => {
	const { user } = renderClinic("/clinic/invites");
	const days = await screen.findByRole("textbox", { name: "유효 기간 (일)" });
	await user.clear(days);
	await user.type(days, "91");
	await user.click(screen.getByRole("button", { name: "초대 만들기" }));
	expect(await screen.findByText("1~90일로 적어 주세요.")).toBeInTheDocument();
	await user.clear(days);
	await user.type(days, "30");
	await user.click(screen.getByRole("button", { name: "초대 만들기" }));
	const dialog = within(await screen.findByRole("dialog", { name: "초대" }));
	const drawn = await dialog.findByRole("img", { name: "초대 링크 QR 코드" });
	expect(drawn.querySelector("path")?.getAttribute("d")?.length).toBeGreaterThan(500);
	expect(dialog.getByRole("textbox", { name: "초대 링크" })).toHaveValue(clinicDb.invites[0]?.url);
	const write = vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("no"));
	await user.click(dialog.getByRole("button", { name: "링크 복사" }));
	expect(await dialog.findByText(/복사하지 못했어요/)).toBeInTheDocument();
	await user.click(dialog.getByRole("button", { name: "링크 복사" }));
	expect(await dialog.findByText("복사했어요.")).toBeInTheDocument();
	expect(write).toHaveBeenCalledTimes(2);
});

it("repeated_invitation_keeps_its_key", async () => {
	const sent: (readonly [string | null, string])[] = [];
	const record = async ({ request }: { request: Request }) => {
		if (request.method === "POST" && request.url.endsWith("/invites"))
			sent.push([request.headers.get("Idempotency-Key"), await request.clone().text()]);
	};
	server.events.on("request:start", record);
	server.use(http.post("/institutions/invites", () => HttpResponse.error(), { once: true }));
	const { user } = renderClinic("/clinic/invites");
	const make = async () => user.click(await screen.findByRole("button", { name: "초대 만들기" }));
	await make();
	await screen.findByText(/서버에 연결하지 못했어요/);
	await make();
	const dialog = within(await screen.findByRole("dialog", { name: "초대" }));
	expect(sent[1]).toEqual(sent[0]);
	await user.click(dialog.getByRole("button", { name: "닫기" }));
	await make();
	await screen.findByRole("dialog", { name: "초대" });
	expect(sent[2]?.[0]).not.toBe(sent[0]?.[0]);
	server.events.removeAllListeners();
});

it("ends an invitation, and tells which are spent", async () => {
	clinicDb.invites.push({
		...(clinicDb.invites[0] as (typeof clinicDb.invites)[number]),
		code: "spent123",
		uses: 1,
	});
	const { user } = renderClinic("/clinic/invites");
	const list = within(await screen.findByRole("list", { name: "초대 목록" }));
	const spent = (await list.findByText("spent123")).closest("li") as HTMLElement;
	expect(within(spent).queryByRole("button", { name: "QR 보기" })).toBeNull();
	await user.click(within(spent).getByRole("button", { name: "삭제" }));
	await vi.waitFor(() => expect(list.queryByText("spent123")).toBeNull());
});

it("asks before it ends an invitation that patients may hold", async () => {
	const code = clinicDb.invites[0]?.code as string;
	const { user } = renderClinic("/clinic/invites");
	const list = within(await screen.findByRole("list", { name: "초대 목록" }));
	await list.findByText(code);
	const ask = async () => {
		await user.click(list.getAllByRole("button", { name: "삭제" })[0] as HTMLElement);
		return within(await screen.findByRole("dialog", { name: "이 초대를 삭제할까요?" }));
	};
	await user.click((await ask()).getByRole("button", { name: "그대로 두기" }));
	expect(clinicDb.invites.some((invite) => invite.code === code)).toBe(true);
	await user.click((await ask()).getByRole("button", { name: "초대 삭제" }));
	await vi.waitFor(() => expect(list.queryByText(code)).toBeNull());
	expect(screen.queryByRole("dialog")).toBeNull();
	// screen readers announce the deletion, and the focus moves to the list
	expect(screen.getByText(`${code} 초대를 삭제했어요.`)).toHaveAttribute("role", "status");
	expect(screen.getByRole("list", { name: "초대 목록" })).toHaveFocus();
});

it("adds staff and shows the temporary password this once", async () => {
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

it("asks for the same account again when no response came, with the same key", async () => {
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

it("says why an invitation could not be ended", async () => {
	server.use(http.delete("/institutions/invites/{code}", () => problem(404, "not_found", "찾을 수 없어요.")));
	const { user } = renderClinic("/clinic/invites");
	const list = within(await screen.findByRole("list", { name: "초대 목록" }));
	await user.click((await list.findAllByRole("button", { name: "삭제" }))[0] as HTMLElement);
	const dialog = within(await screen.findByRole("dialog"));
	await user.click(dialog.getByRole("button", { name: "초대 삭제" }));
	expect(await dialog.findByText("찾을 수 없어요.")).toBeInTheDocument();
});

it("changes a role, shuts somebody out and lets them back in, but not oneself", async () => {
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

it("keeps the staff list to admins", async () => {
	clinicDb.staff = {
		...clinicDb.staff,
		role: "analysis_expert",
		permissions: permissionsOf("analysis_expert"),
	};
	renderClinic("/clinic/staff");
	expect(await screen.findByText("신청을 선택하세요")).toBeInTheDocument();
	expect(screen.queryByRole("link", { name: "직원" })).toBeNull();
});

it("says why a list could not be loaded", async () => {
	server.use(http.get("/institutions/invites", () => problem(403, "forbidden", "권한이 없어요.")));
	renderClinic("/clinic/invites");
	expect(await screen.findByText("권한이 없어요.")).toBeInTheDocument();
});

it("shows what each role may do, and resets a colleague's password and second step", async () => {
	for (const member of clinicDb.members) member.hasSecondFactor = true;
	const { user } = renderClinic("/clinic/staff");
	const table = within(await screen.findByRole("table"));
	const row = (name: string) => within(table.getByRole("rowheader", { name }).closest("tr") as HTMLElement);
	await vi.waitFor(() => expect(row("결과 공개").getAllByRole("cell")).toHaveLength(3));
	expect(
		row("결과 공개")
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
