import { act, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { finishIdentity } from "~/patient/features/sign-up/identity";
import { resetSession } from "~/patient/session/session";
import * as tenants from "~/shared/lib/tenant";
import { VERIFICATION } from "../../../mocks/auth";
import { TENANT } from "../../../mocks/db";
import { server } from "../../../mocks/node";
import { renderScreen } from "../../../test/render";
import { ACCOUNT_STEP, fillAccount, join, press, stepNamed } from "../../../test/sign-up";
import AuthSuccess from "./auth-success";
import SignUpForm from "./sign-up-form";

const FORM = "/auth/signup/form";
const address = () => screen.findByRole("status", { name: "address" });
const verify = () => screen.findByRole("button", { name: "본인인증" });
const opened = { closed: false } as Window;

function StrictForm() {
	return (
		<StrictMode>
			<SignUpForm />
		</StrictMode>
	);
}

/** Simulates the popup: it stores a value, and this window receives the event. */
function dispatchStorage(key: string, value: string) {
	localStorage.setItem(key, value);
	act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
}

beforeEach(() => {
	resetSession();
	vi.spyOn(tenants, "useTenant").mockReturnValue({ ...TENANT, identityRequired: true });
	vi.spyOn(window, "close").mockImplementation(() => {});
});

it("identity_window_fills_form_from_storage", async () => {
	let body: Record<string, unknown> = {};
	server.events.on("request:start", async ({ request }) => {
		if (request.url.endsWith("/auth/signup")) body = await request.clone().json();
	});
	const open = vi.spyOn(window, "open").mockReturnValue(opened);
	const { user } = renderScreen(SignUpForm, `${FORM}?redirect=%2Fself-check`);
	expect(screen.queryByRole("textbox", { name: "이름" })).toBeNull();
	await user.click(await verify());
	expect(open).toHaveBeenCalledWith(
		"http://localhost/api/v1/patients/identity/start?redirect=%2Fself-check",
		"identity",
		expect.stringContaining("popup"),
	);
	dispatchStorage("authInfo", JSON.stringify({ ...VERIFICATION, expiresAt: Date.now() + 60_000 }));
	for (const [name, value] of [
		["이름", "박서연"],
		["생년월일", "1995.07.21"],
		["휴대폰 번호", "010-3456-7890"],
	] as const) {
		const field = screen.getByRole("textbox", { name });
		expect(field).toHaveValue(value);
		expect(field).toHaveAttribute("readonly");
	}
	await press(user, "다음");
	await stepNamed(ACCOUNT_STEP);
	await fillAccount(user, "seoyeon95");
	await join(user);
	expect(await address()).toHaveTextContent("/self-check");
	expect(body).toMatchObject({
		name: "박서연",
		birth: "19950721",
		phoneNumber: "01034567890",
		verificationId: VERIFICATION.id,
		ci: VERIFICATION.ci,
	});
	expect(body).not.toHaveProperty("phoneToken");
	await waitFor(() => expect(localStorage.getItem("authInfo")).toBeNull());
	expect(sessionStorage.getItem("draft:patient::signUp")).toBeNull();
	server.events.removeAllListeners();
}, 30_000);

it("next_step_needs_identity_check", async () => {
	const { user } = renderScreen(SignUpForm, FORM);
	await press(user, "다음");
	expect(await screen.findByText("본인인증을 해 주세요.")).toBeInTheDocument();
	expect(await verify()).toHaveFocus();
});

it.each([
	["under_age", "만 14세 이상만 가입할 수 있어요."],
	["identity_failed", "인증이 완료되지 않았어요."],
	["identity_unavailable", "지금은 본인인증을 할 수 없어요."],
	["already_registered", "이미 가입한 분이에요."],
	["cancelled", "본인인증을 취소하셨어요."],
	["a_code_of_tomorrow", "인증 결과를 확인하지 못했어요."],
])("window_problem_%s_is_shown_at_form", async (code, text) => {
	vi.spyOn(window, "open").mockReturnValue(opened);
	const { user } = renderScreen(SignUpForm, FORM);
	await user.click(await verify());
	dispatchStorage("authProblem", code);
	expect(screen.getByRole("alert")).toHaveTextContent(text);
	const link = screen.queryByRole("link", { name: "로그인하기" });
	expect(Boolean(link)).toBe(code === "already_registered");
});

it.each([
	['{"name":"<b>"}'],
	[JSON.stringify(VERIFICATION)],
	[JSON.stringify({ ...VERIFICATION, expiresAt: "never" })],
])("invalid_stored_identity_is_ignored_%s", async (stored) => {
	localStorage.setItem("authInfo", stored);
	renderScreen(SignUpForm, FORM);
	expect(await verify()).toBeInTheDocument();
	expect(screen.queryByText("본인인증이 완료됐어요.")).toBeNull();
});

it("expired_identity_needs_another_check", async () => {
	sessionStorage.setItem("identityTab", "1");
	localStorage.setItem("authInfo", JSON.stringify({ ...VERIFICATION, expiresAt: Date.now() - 1 }));
	localStorage.setItem("authProblem", "identity_failed");
	renderScreen(SignUpForm, FORM);
	// Problems of an earlier visit are not shown.
	expect(await screen.findByRole("alert")).toHaveTextContent(
		"인증한 지 30분이 지났어요. 다시 인증해 주세요.",
	);
	expect(await verify()).toBeInTheDocument();
	expect(localStorage.getItem("authInfo")).toBeNull();
});

it("same_tab_check_returns_with_redirect", async () => {
	renderScreen(AuthSuccess, `/auth/success?identityVerificationId=${VERIFICATION.id}&redirect=%2Fself-check`);
	expect(await address()).toHaveTextContent("/auth/signup/form?redirect=%2Fself-check");
	expect(JSON.parse(localStorage.getItem("authInfo") ?? "")).toMatchObject(VERIFICATION);
});

it("check_returns_to_form_it_started_from", async () => {
	localStorage.setItem("identityReturn", `${FORM}?social=abc`);
	renderScreen(AuthSuccess, `/auth/success?identityVerificationId=${VERIFICATION.id}`);
	expect(await address()).toHaveTextContent(`${FORM}?social=abc`);
});

it("foreign_return_address_is_ignored", async () => {
	localStorage.setItem("identityReturn", "//evil.example/auth/signup/form");
	renderScreen(AuthSuccess, `/auth/success?identityVerificationId=${VERIFICATION.id}`);
	expect(await address()).toHaveTextContent(FORM);
});

// The text is for browsers that refuse to close it.
it("check_window_closes_and_confirms_result", async () => {
	localStorage.setItem("identityPlace", "window");
	renderScreen(AuthSuccess, `/auth/success?identityVerificationId=${VERIFICATION.id}`);
	expect(await screen.findByRole("heading", { name: "본인인증을 마쳤어요" })).toBeInTheDocument();
	expect(window.close).toHaveBeenCalled();
	expect(localStorage.getItem("authInfo")).toContain("박서연");
});

it.each([
	["young", "만 14세 이상만 가입할 수 있어요."],
	["known", "이미 가입한 분이에요."],
	["failed", "인증이 완료되지 않았어요."],
	["elsewhere", "인증 정보를 찾지 못했어요."],
	["down", "지금은 본인인증을 할 수 없어요."],
	["busy", "요청이 많았어요."],
	["broken", "인증 결과를 확인하지 못했어요."],
	["lost", "서버에 연결하지 못했어요."],
])("failed_check_%s_is_explained", async (id, text) => {
	renderScreen(AuthSuccess, `/auth/success?identityVerificationId=${id}`);
	expect(await screen.findByText(new RegExp(text))).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "가입 화면으로" })).toHaveAttribute("href", FORM);
	expect(Boolean(screen.queryByRole("button", { name: "다시 확인" }))).toBe(
		["down", "busy", "broken", "lost"].includes(id),
	);
	expect(localStorage.getItem("authInfo")).toBeNull();
});

it.each([
	[
		"code=FAILURE_TYPE_PG&message=%EC%82%AC%EC%9A%A9%EC%9E%90%EA%B0%80+%EC%9D%B8%EC%A6%9D%EC%9D%84+%EC%B7%A8%EC%86%8C",
		"본인인증을 취소하셨어요.",
	],
	["code=USER_CANCEL&message=x", "본인인증을 취소하셨어요."],
	["code=FAILURE_TYPE_PG&message=evil.example", "인증이 완료되지 않았어요."],
])("provider_error_is_a_failed_check_%s", async (query, text) => {
	let requests = 0;
	server.events.on("request:start", ({ request }) => {
		if (request.url.includes("/identity/")) requests += 1;
	});
	renderScreen(AuthSuccess, `/auth/success?identityVerificationId=${VERIFICATION.id}&${query}`);
	expect(await screen.findByText(new RegExp(text))).toBeInTheDocument();
	expect(screen.queryByText(/evil/)).toBeNull();
	expect(requests).toBe(0);
	server.events.removeAllListeners();
});

it("return_without_check_is_explained", async () => {
	renderScreen(AuthSuccess, "/auth/success");
	expect(await screen.findByText(/인증 정보를 찾지 못했어요/)).toBeInTheDocument();
});

it("identity_is_forgotten_with_its_form", async () => {
	finishIdentity(VERIFICATION);
	const { user } = renderScreen(SignUpForm, FORM);
	expect(await screen.findByText("본인인증이 완료됐어요.")).toBeInTheDocument();
	await user.click(screen.getByRole("radio", { name: "여" }));
	await user.click(screen.getByRole("link", { name: "뒤로" }));
	expect(await address()).toHaveTextContent("/auth/signin");
	await waitFor(() => expect(localStorage.getItem("authInfo")).toBeNull());
	const draft = sessionStorage.getItem("draft:patient::signUp");
	expect(draft).toContain('"gender":"1"');
	for (const text of ["박서연", "19950721", "01034567890"]) expect(draft).not.toContain(text);
});

it("reload_and_redirect_keep_the_identity", async () => {
	finishIdentity(VERIFICATION);
	renderScreen(StrictForm, FORM);
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(screen.getByText("본인인증이 완료됐어요.")).toBeInTheDocument();
	window.dispatchEvent(new Event("pagehide"));
	expect(localStorage.getItem("authInfo")).toContain("박서연");
});

// The former person closed the tab without finishing the sign-up.
it("identity_of_another_tab_is_not_shown", async () => {
	finishIdentity(VERIFICATION);
	sessionStorage.clear();
	vi.spyOn(window, "open").mockReturnValue(opened);
	const { user } = renderScreen(SignUpForm, FORM);
	await user.click(await verify());
	expect(screen.queryByText("본인인증이 완료됐어요.")).toBeNull();
	expect(localStorage.getItem("authInfo")).toBeNull();
});
