import { screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { readCredential } from "~/shared/lib/cookies";
import { RESET_TOKEN } from "../../../mocks/auth";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import ResetPassword from "./reset-password";
import SignIn from "./sign-in";

const PATH = { path: "/reset-password/:token" };
const open = (token: string) => renderScreen(ResetPassword, `/reset-password/${token}`, PATH);
const address = () => screen.findByRole("status", { name: "address" });

it("invalid_link_leads_to_sign_in_with_reason", async () => {
	const { unmount } = open("used-up");
	expect(await address()).toHaveTextContent("/auth/signin?notice=reset_invalid");
	unmount();
	renderScreen(SignIn, "/auth/signin?notice=reset_invalid");
	expect(screen.getByRole("alert")).toHaveTextContent("이미 쓰였어요");
});

it("reset_ends_session_and_leads_to_sign_in", async () => {
	const bodies: unknown[] = [];
	server.use(
		http.post("/patients/reset-password", async ({ request }) => {
			bodies.push(await request.json());
			return HttpResponse.json({});
		}),
	);
	await signedIn();
	const { user } = open(RESET_TOKEN);
	await user.type(await screen.findByLabelText("새 비밀번호"), "hyeobom2!");
	await user.type(screen.getByLabelText("비밀번호 확인"), "hyeobom2!{Enter}");
	expect(await address()).toHaveTextContent("/auth/signin?notice=reset_done");
	expect(bodies).toEqual([{ token: RESET_TOKEN, password: "hyeobom2!" }]);
	expect(readCredential(document.cookie)).toBeNull();
});

it("password_is_validated_and_can_be_shown", async () => {
	const { user } = open(RESET_TOKEN);
	const password = await screen.findByLabelText("새 비밀번호");
	await user.type(password, "short1!");
	await user.tab();
	expect(await screen.findByText("비밀번호는 최소 8자 이상이어야 합니다.")).toBeInTheDocument();
	await user.type(password, "2");
	await user.type(screen.getByLabelText("비밀번호 확인"), "short1!3");
	await user.click(screen.getByRole("button", { name: "비밀번호 변경" }));
	expect(await screen.findByText("비밀번호를 다시 입력해주세요.")).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "새 비밀번호 보기" }));
	expect(password).toHaveAttribute("type", "text");
});

it("unreachable_server_is_not_an_invalid_link", async () => {
	server.use(http.get("/patients/find-password/{token}", () => HttpResponse.error(), { once: true }));
	const { user } = open(RESET_TOKEN);
	expect(await screen.findByRole("alert")).toHaveTextContent("서버에 연결하지 못했어요.");
	await user.click(screen.getByRole("button", { name: "다시 시도" }));
	expect(await screen.findByLabelText("새 비밀번호")).toBeInTheDocument();
});

it("link_ending_meanwhile_leads_to_sign_in", async () => {
	const { user } = open(RESET_TOKEN);
	const password = await screen.findByLabelText("새 비밀번호");
	server.use(
		http.post("/patients/reset-password", () => problem(404, "invalid_token", "쓸 수 없는 링크예요.")),
	);
	await user.type(password, "hyeobom2!");
	await user.type(screen.getByLabelText("비밀번호 확인"), "hyeobom2!{Enter}");
	expect(await address()).toHaveTextContent("/auth/signin?notice=reset_invalid");
});
