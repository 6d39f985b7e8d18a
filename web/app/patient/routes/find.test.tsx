import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { REGISTERED } from "../../../mocks/auth";
import { ACCOUNT } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { renderScreen } from "../../../test/render";
import FindId from "./find-id";
import FindPassword from "./find-password";

const field = (name: string) => screen.getByRole("textbox", { name });

const byEmail = async (user: ReturnType<typeof renderScreen>["user"]) =>
	user.click(await screen.findByRole("radio", { name: "이메일" }));

/** Records the bodies sent to a path. */
function watch(path: string): unknown[] {
	const bodies: unknown[] = [];
	server.events.on("request:start", async ({ request }) => {
		if (request.url.endsWith(path)) bodies.push(await request.clone().json());
	});
	return bodies;
}

// The text is the specification's.
it("id_is_sent_by_email", async () => {
	const bodies = watch("/find-id");
	const { user } = renderScreen(FindId, "/auth/find-id?redirect=%2Fself-check");
	await byEmail(user);
	await user.type(field("이메일"), ` ${REGISTERED.email}{Enter}`);
	const sheet = await screen.findByRole("dialog", { name: "보내 드렸어요" });
	expect(sheet).toHaveTextContent("등록된 이메일 주소로 전송됐어요.");
	expect(within(sheet).getByRole("link", { name: "로그인하기" })).toHaveAttribute(
		"href",
		"/auth/signin?redirect=%2Fself-check",
	);
	expect(bodies).toEqual([{ email: REGISTERED.email }]);
	server.events.removeAllListeners();
});

it("id_is_sent_by_phone_with_digits_only", async () => {
	const bodies = watch("/find-id");
	const { user } = renderScreen(FindId, "/auth/find-id");
	expect(await screen.findByRole("radio", { name: "휴대폰" })).toBeChecked();
	await user.type(field("휴대폰 번호"), "+82 10-1234-5678");
	await user.click(screen.getByRole("button", { name: "아이디 받기" }));
	expect(await screen.findByRole("dialog")).toHaveTextContent("등록된 휴대폰 번호로 전송됐어요.");
	expect(bodies).toEqual([{ phone: "01012345678" }]);
	server.events.removeAllListeners();
});

// Closing the dialog restores the focus.
it("unregistered_email_is_explained", async () => {
	const { user } = renderScreen(FindId, "/auth/find-id");
	await byEmail(user);
	await user.type(field("이메일"), "nobody@example.kr{Enter}");
	const sheet = await screen.findByRole("dialog", { name: "확인해 주세요" });
	expect(sheet).toHaveTextContent("등록되지 않은 이메일 주소예요.");
	await user.click(within(sheet).getByRole("button", { name: "확인" }));
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(await screen.findByRole("button", { name: "아이디 받기" })).toHaveFocus();
	expect(field("이메일")).toHaveValue("nobody@example.kr");
});

it("invalid_email_is_not_sent", async () => {
	const bodies = watch("/find-id");
	const { user } = renderScreen(FindId, "/auth/find-id");
	await byEmail(user);
	await user.type(field("이메일"), "haneul@example{Enter}");
	expect(await screen.findByText("이메일 주소를 정확히 입력해 주세요.")).toBeInTheDocument();
	expect(field("이메일")).toHaveFocus();
	expect(bodies).toEqual([]);
	server.events.removeAllListeners();
});

it("lost_connection_is_not_unknown_address", async () => {
	server.use(http.post("/patients/find-id", () => HttpResponse.error()));
	const { user } = renderScreen(FindId, "/auth/find-id");
	await byEmail(user);
	await user.type(field("이메일"), `${REGISTERED.email}{Enter}`);
	expect(await screen.findByRole("alert")).toHaveTextContent("서버에 연결하지 못했어요.");
	expect(screen.queryByRole("dialog")).toBeNull();
});

it("password_reset_needs_id_too", async () => {
	const bodies = watch("/find-password");
	const { user } = renderScreen(FindPassword, "/auth/find-password");
	await user.click(screen.getByRole("button", { name: "링크 받기" }));
	expect(await screen.findByText("아이디를 입력해주세요.")).toBeInTheDocument();
	expect(field("아이디")).toHaveFocus();
	await user.type(field("아이디"), ACCOUNT.loginUserId);
	await user.type(field("휴대폰 번호"), REGISTERED.phone);
	await user.click(screen.getByRole("button", { name: "링크 받기" }));
	expect(await screen.findByRole("dialog")).toHaveTextContent("등록된 휴대폰 번호로 전송됐어요.");
	expect(bodies).toEqual([{ loginUserId: ACCOUNT.loginUserId, phoneNumber: REGISTERED.phone }]);
	server.events.removeAllListeners();
});

it("changed_channel_keeps_input_and_redirect", async () => {
	const { user } = renderScreen(FindPassword, "/auth/find-password?redirect=%2Fself-check");
	await byEmail(user);
	await user.type(field("이메일"), "haneul@example.kr");
	await user.click(await screen.findByRole("radio", { name: "휴대폰" }));
	await byEmail(user);
	await waitFor(() => expect(field("이메일")).toHaveValue("haneul@example.kr"));
	for (const [name, path] of [
		["로그인하기", "/auth/signin"],
		["아이디 찾기", "/auth/find-id"],
		["회원가입", "/auth/signup"],
	] as const) {
		expect(screen.getByRole("link", { name })).toHaveAttribute("href", `${path}?redirect=%2Fself-check`);
	}
});
