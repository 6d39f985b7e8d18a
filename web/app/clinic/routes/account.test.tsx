import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { api } from "~/clinic/api";
import { idleLeft } from "~/shared/layouts/idle-guard";
import { clinicDb } from "../../../mocks/clinic-db";
import { STAFF_CODE, STAFF_PASSWORD } from "../../../mocks/clinic-seeds";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

function open() {
	staffSignedIn();
	return renderClinic("/clinic/account").user;
}

it("password_change_needs_the_current_password", async () => {
	const user = open();
	const card = within(await screen.findByRole("region", { name: "비밀번호" }));
	await user.type(card.getByLabelText("새 비밀번호"), "Clinic!2027");
	await user.type(card.getByLabelText("새 비밀번호 확인"), "Clinic!2027");
	await user.click(card.getByRole("button", { name: "비밀번호 변경" }));
	expect(await card.findByText("현재 비밀번호를 입력해 주세요.")).toBeInTheDocument();
	await user.type(card.getByLabelText("현재 비밀번호"), "wrong");
	await user.click(card.getByRole("button", { name: "비밀번호 변경" }));
	expect(await card.findByText("현재 비밀번호가 맞지 않아요.")).toBeInTheDocument();
	await user.clear(card.getByLabelText("현재 비밀번호"));
	await user.type(card.getByLabelText("현재 비밀번호"), STAFF_PASSWORD);
	await user.click(card.getByRole("button", { name: "비밀번호 변경" }));
	expect(await card.findByText("비밀번호를 바꿨어요.")).toBeInTheDocument();
});

it("second_step_is_turned_on_and_off", async () => {
	const user = open();
	const card = () => within(screen.getByRole("region", { name: /2단계 인증/ }));
	await user.click(await screen.findByRole("button", { name: "인증 앱 설정" }));
	await user.type(screen.getAllByLabelText("현재 비밀번호").at(-1) as HTMLElement, STAFF_PASSWORD);
	await user.click(screen.getByRole("button", { name: "계속" }));
	expect(await screen.findByRole("img", { name: "인증 앱 등록용 QR 코드" })).toBeInTheDocument();
	await user.type(screen.getByLabelText("인증 코드"), STAFF_CODE);
	await user.click(screen.getByRole("button", { name: "확인하고 켜기" }));
	await user.click(await screen.findByRole("button", { name: "적어 두었어요" }));
	await waitFor(() => expect(card().getByText("사용 중")).toBeInTheDocument());
	await user.click(card().getByRole("button", { name: "인증 앱 해제" }));
	const sheet = within(await screen.findByRole("dialog", { name: "인증 앱을 해제할까요?" }));
	await user.type(sheet.getByLabelText("현재 비밀번호"), STAFF_PASSWORD);
	await user.click(sheet.getByRole("button", { name: "해제하기" }));
	await waitFor(() => expect(card().getByText("사용 안 함")).toBeInTheDocument());
});

it("devices_are_listed_and_all_signed_out", async () => {
	const user = open();
	const list = within(await screen.findByRole("list", { name: "로그인한 기기" }));
	expect(await list.findByText("Chrome · Windows")).toBeInTheDocument();
	expect(list.getByRole("button", { name: /로그아웃.*Safari · iOS/ })).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "모든 기기에서 로그아웃" }));
	expect(await screen.findByRole("heading", { name: "치과 콘솔 로그인" })).toBeInTheDocument();
	expect(clinicDb.isSignedIn).toBe(false);
});

// The time left before the session ends is counted, too.
it("calls_without_input_are_marked_as_polls", async () => {
	const marks: (string | null)[] = [];
	server.use(
		http.get("/institutions/roles", ({ request }) => {
			marks.push(request.headers.get("X-Poll"));
			return HttpResponse.json({ roles: [] });
		}),
	);
	window.dispatchEvent(new KeyboardEvent("keydown"));
	await api.GET("/institutions/roles");
	const now = Date.now();
	const clock = vi.spyOn(Date, "now").mockReturnValue(now + 61_000);
	await api.GET("/institutions/roles");
	clock.mockRestore();
	expect(marks).toEqual([null, "1"]);
	expect(idleLeft(1_000_000, 1_000_000, 1_800_000)).toBe(1_740_000);
});

// The warning comes two minutes before the end.
it("idle_session_warns_and_continues_on_press", async () => {
	const user = open();
	await screen.findByRole("region", { name: "비밀번호" });
	const real = Date.now;
	const later = vi.spyOn(Date, "now").mockImplementation(() => real() + 27.5 * 60_000);
	const warning = await screen.findByRole("dialog", { name: "곧 로그아웃돼요" });
	expect(within(warning).getByRole("timer")).toHaveTextContent(/초 남았어요/);
	await user.click(within(warning).getByRole("button", { name: "계속 쓰기" }));
	await waitFor(() => expect(screen.queryByRole("dialog", { name: "곧 로그아웃돼요" })).toBeNull());
	await act(async () => later.mockRestore());
});
