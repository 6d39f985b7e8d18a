import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { sessionDb } from "../../../mocks/sessions";
import { renderScreen, signedIn } from "../../../test/render";
import AccountSessions from "./account-sessions";

const show = () => renderScreen(AccountSessions, "/account/sessions", { person: true });

beforeEach(signedIn);

it("devices_are_listed_with_this_one_marked", async () => {
	show();
	const here = await screen.findByRole("region", { name: "안드로이드 · Chrome" });
	expect(within(here).getByText("이 기기")).toBeInTheDocument();
	expect(within(here).queryByRole("button")).toBeNull();
	const other = screen.getByRole("region", { name: "iPhone·iPad · 카카오톡" });
	expect(within(other).getByText("198.51.100.*")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "비밀번호 바꾸기" })).toHaveAttribute("href", "/account/profile");
});

it("unknown_device_has_generic_name", async () => {
	const [first] = sessionDb.sessions;
	if (!first) throw new Error("no session");
	sessionDb.sessions = [
		{ ...first, id: 1, browser: null, platform: null, network: null },
		{ ...first, id: 2, browser: "newest", platform: "newest" },
	];
	show();
	expect(await screen.findByRole("heading", { name: "알 수 없는 기기" })).toBeInTheDocument();
	expect(screen.getByRole("heading", { name: "다른 기기 · 다른 브라우저" })).toBeInTheDocument();
});

it("other_device_can_be_signed_out", async () => {
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: /로그아웃: iPhone/ }));
	await screen.findByRole("region", { name: "안드로이드 · Chrome" });
	expect(screen.queryByRole("region", { name: /iPhone/ })).toBeNull();
	expect(document.cookie).toContain("authorization");
});

it("failed_device_sign_out_shows_error", async () => {
	const failed = () => problem(503, "unavailable", "잠시 뒤에 다시 해 주세요.");
	server.use(http.delete("/patients/sessions/{id}", failed, { once: true }));
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: /로그아웃: iPhone/ }));
	expect(await screen.findByRole("alert")).toHaveTextContent("잠시 뒤에 다시 해 주세요.");
});

// A dialog confirms it first.
it("sign_out_everywhere_includes_this_device", async () => {
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "모든 기기에서 로그아웃" }));
	await user.click(screen.getByRole("button", { name: "그대로 두기" }));
	expect(document.cookie).toContain("authorization");
	await user.click(screen.getByRole("button", { name: "모든 기기에서 로그아웃" }));
	await user.click(screen.getByRole("button", { name: "모두 로그아웃" }));
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/auth/signin");
	expect(document.cookie).not.toContain("authorization");
});
