import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { loadPatient } from "~/patient/session/session";
import { ACCOUNT } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { renderScreen, signedIn } from "../../../test/render";
import SignIn from "./sign-in";

const address = () => screen.findByRole("status", { name: "address" });

async function fill(user: ReturnType<typeof renderScreen>["user"], id: string, password: string) {
	await user.type(screen.getByRole("textbox", { name: "아이디" }), id);
	await user.type(screen.getByLabelText("비밀번호"), password);
}

it("enter_signs_in_and_leads_home", async () => {
	await loadPatient();
	const { user } = renderScreen(SignIn, "/auth/signin");
	await fill(user, ACCOUNT.loginUserId, `${ACCOUNT.password}{Enter}`);
	expect(await address()).toHaveTextContent("/");
});

it("sign_in_returns_within_this_site_only", async () => {
	const { user, unmount } = renderScreen(SignIn, "/auth/signin?redirect=%2Fself-check%2F3");
	await fill(user, ACCOUNT.loginUserId, ACCOUNT.password);
	await user.click(screen.getByRole("button", { name: "로그인" }));
	expect(await address()).toHaveTextContent("/self-check/3");
	unmount();
	renderScreen(SignIn, "/auth/signin?redirect=%2F%2Fevil.example");
	expect((await address()).textContent).toBe("/");
});

it("sign_up_link_carries_redirect", () => {
	renderScreen(SignIn, "/auth/signin?redirect=%2Fself-check");
	expect(screen.getByRole("link", { name: "회원가입" })).toHaveAttribute(
		"href",
		"/auth/signup?redirect=%2Fself-check",
	);
});

it("missing_and_wrong_input_is_explained", async () => {
	const { user } = renderScreen(SignIn, "/auth/signin");
	await user.click(screen.getByRole("button", { name: "로그인" }));
	expect(await screen.findByText("아이디를 입력해주세요.")).toBeInTheDocument();
	expect(await screen.findByText("비밀번호를 입력해주세요.")).toBeInTheDocument();
	expect(await screen.findByRole("textbox", { name: "아이디" })).toHaveFocus();
	await fill(user, "hyeobom", "wrong1234!");
	await waitFor(() => expect(screen.queryByText("아이디를 입력해주세요.")).toBeNull());
	await user.click(screen.getByRole("button", { name: "로그인" }));
	expect(await screen.findByRole("alert")).toHaveTextContent("아이디 또는 비밀번호가 맞지 않아요.");
});

it("unknown_session_offers_retry", async () => {
	server.use(http.get("/patients/me", () => HttpResponse.error()));
	await signedIn();
	const { user } = renderScreen(SignIn, "/auth/signin");
	expect(await screen.findByRole("alert")).toHaveTextContent("서버에 연결하지 못했어요.");
	server.resetHandlers();
	await user.click(screen.getByRole("button", { name: "다시 시도" }));
	expect((await address()).textContent).toBe("/");
});

it("lost_connection_is_not_wrong_password", async () => {
	server.use(http.post("/patients/auth/login", () => HttpResponse.error()));
	const { user } = renderScreen(SignIn, "/auth/signin");
	await fill(user, "hyeobom", "hyeobom1!{Enter}");
	expect(await screen.findByRole("alert")).toHaveTextContent("서버에 연결하지 못했어요.");
});

it("password_is_hidden_until_shown", async () => {
	const { user } = renderScreen(SignIn, "/auth/signin");
	const password = screen.getByLabelText("비밀번호");
	expect(password).toHaveAttribute("type", "password");
	await user.click(screen.getByRole("button", { name: "비밀번호 보기" }));
	expect(password).toHaveAttribute("type", "text");
});
