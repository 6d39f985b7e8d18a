import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { loadPatient } from "~/patient/session/session";
import { CREDENTIAL } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { empty } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import { UserMenu } from "./user-menu";

const show = (address = "/terms") => renderScreen(() => <UserMenu isScrolled={false} />, address);

it("visitor_gets_sign_in_with_redirect", async () => {
	await loadPatient();
	const { user } = show();
	await user.click(screen.getByRole("button", { name: "메뉴 열기" }));
	expect(await screen.findByRole("link", { name: "로그인" })).toHaveAttribute(
		"href",
		"/auth/signin?redirect=%2Fterms",
	);
});

it.each([
	["/auth/signin?redirect=%2Fself-check", "?redirect=%2Fself-check"],
	["/auth/signin?redirect=%2F%2Fevil.example", ""],
	["/goodbye", ""],
])("links_of_visitor_at_%s_carry_query_%s", async (address, query) => {
	await loadPatient();
	const { user } = show(address);
	await user.click(screen.getByRole("button", { name: "메뉴 열기" }));
	expect(await screen.findByRole("link", { name: "로그인" })).toHaveAttribute("href", `/auth/signin${query}`);
	expect(await screen.findByRole("link", { name: "회원가입" })).toHaveAttribute(
		"href",
		`/auth/signup${query}`,
	);
});

it("unknown_session_offers_retry_not_sign_in", async () => {
	server.use(http.get("/patients/me", () => empty(502) as never));
	await signedIn();
	const { user } = show();
	await user.click(screen.getByRole("button", { name: "메뉴 열기" }));
	expect(await screen.findByRole("alert")).toHaveTextContent("서버에 연결하지 못했어요.");
	expect(screen.queryByRole("link", { name: "로그인" })).toBeNull();
	server.resetHandlers();
	await user.click(screen.getByRole("button", { name: "다시 시도" }));
	expect(await screen.findByRole("link", { name: "기록" })).toBeInTheDocument();
});

it("menu_signs_out_even_if_call_fails", async () => {
	await signedIn();
	const ended: (string | null)[] = [];
	server.use(
		http.post("/patients/auth/logout", ({ request }) => {
			ended.push(request.headers.get("Authorization"));
			return HttpResponse.error();
		}),
	);
	const { user } = show();
	const button = screen.getByRole("button", { name: "김하늘 님의 메뉴" });
	await user.click(button);
	expect(button).toHaveAttribute("aria-expanded", "true");
	expect(await screen.findByRole("link", { name: "기록" })).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "로그아웃" }));
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/auth/signin");
	expect(document.cookie).not.toContain("authorization");
	await waitFor(() => expect(ended).toEqual([`Bearer ${CREDENTIAL}`]));
});

it("escape_closes_menu_and_restores_focus", async () => {
	const { user } = show();
	const button = screen.getByRole("button", { name: "메뉴 열기" });
	await user.click(button);
	await user.keyboard("{Escape}");
	expect(button).toHaveAttribute("aria-expanded", "false");
	expect(button).toHaveFocus();
});
