import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { PROFILE, SOCIAL_TOKEN } from "../../../mocks/auth";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { dayIn, typeDay } from "../../../test/dates";
import { renderScreen } from "../../../test/render";
import {
	ACCOUNT_STEP,
	confirmPhone,
	field,
	fillAccount,
	fillPerson,
	join,
	press,
	stepNamed,
} from "../../../test/sign-up";
import SignIn from "./sign-in";
import SignUp from "./sign-up";
import SignUpForm from "./sign-up-form";

const FORM = "/auth/signup/form";

it("social_providers_carry_redirect", () => {
	const { unmount } = renderScreen(SignIn, "/auth/signin?redirect=%2Fself-check");
	const href = (provider: string) =>
		`http://localhost/api/v1/patients/social/${provider}/start?redirect=%2Fself-check`;
	expect(screen.getByRole("link", { name: "카카오 로그인" })).toHaveAttribute("href", href("kakao"));
	expect(screen.getByRole("link", { name: "네이버 로그인" })).toHaveAttribute("href", href("naver"));
	unmount();
	renderScreen(SignUp, "/auth/signup");
	expect(screen.getByRole("link", { name: "카카오로 시작하기" })).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "네이버로 시작하기" })).toBeInTheDocument();
});

it("in_app_browser_warns_about_social_sign_in", () => {
	vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (Linux; Android 15) KAKAOTALK/25.1");
	renderScreen(SignIn, "/auth/signin");
	expect(screen.getByRole("link", { name: "다른 브라우저로 열기" })).toHaveAttribute(
		"href",
		expect.stringContaining("kakaotalk://web/openExternal"),
	);
	vi.restoreAllMocks();
});

it.each([
	["social_denied", "status", "간편 로그인을 취소하셨어요."],
	["social_failed", "alert", "간편 로그인에 연결하지 못했어요."],
	["social_state", "alert", "로그인 시간이 지났거나"],
	["social_new_kind", "alert", "간편 로그인에 연결하지 못했어요."],
])("social_error_%s_is_explained", (code, role, text) => {
	renderScreen(SignIn, `/auth/signin?error=${code}`);
	expect(screen.getByRole(role)).toHaveTextContent(text);
});

it("unknown_social_error_is_ignored", () => {
	renderScreen(SignIn, "/auth/signin?error=%3Cscript%3E");
	expect(screen.queryByRole("alert")).toBeNull();
});

it("social_sign_up_is_prefilled_and_linked", async () => {
	let body: Record<string, unknown> = {};
	server.events.on("request:start", async ({ request }) => {
		if (request.url.endsWith("/auth/signup")) body = await request.clone().json();
	});
	const { user } = renderScreen(SignUpForm, `${FORM}?social=${SOCIAL_TOKEN}`);
	expect(await screen.findByText(/카카오에서 가져온 정보를/)).toBeInTheDocument();
	expect(field("이름")).toHaveValue(PROFILE.name);
	expect(await dayIn("생년월일")).toBe("1988-03-02");
	expect(field("휴대폰 번호")).toHaveValue(PROFILE.phone);
	expect(await screen.findByRole("radio", { name: "남" })).toBeChecked();
	await confirmPhone(user);
	await press(user, "다음");
	await stepNamed(ACCOUNT_STEP);
	expect(field(/이메일/)).toHaveValue(PROFILE.email);
	await fillAccount(user, "doyun88");
	await join(user);
	await screen.findByRole("status", { name: "address" });
	expect(body).toMatchObject({
		socialToken: SOCIAL_TOKEN,
		name: PROFILE.name,
		phoneToken: "phone",
		gender: 0,
	});
	server.events.removeAllListeners();
}, 30_000);

it("expired_social_sign_in_leaves_id_sign_up", async () => {
	renderScreen(SignUpForm, `${FORM}?social=old`);
	expect(await screen.findByText(/간편 로그인 정보가 만료됐어요/)).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "다시 시작하기" })).toHaveAttribute("href", "/auth/signup");
	expect(field("이름")).toHaveValue("");
});

/** The last step with its address fields open. */
async function atAddress() {
	const { user } = renderScreen(SignUpForm, FORM);
	await fillPerson(user);
	await fillAccount(user);
	await press(user, "주소도 적어 둘게요 (선택)");
	return user;
}

it("found_address_is_filled_and_detail_focused", async () => {
	const user = await atAddress();
	await press(user, "주소 찾기");
	const sheet = await screen.findByRole("dialog", { name: "주소 찾기" });
	const question = within(sheet).getByRole("textbox", { name: "도로명, 건물명 또는 지번" });
	expect(question).toHaveFocus();
	await user.type(question, "세종대로{Enter}");
	const list = await within(sheet).findByRole("list", { name: "주소 찾기" });
	const [first, second] = within(list).getAllByRole("button");
	first?.focus();
	await user.keyboard("{ArrowDown}");
	expect(second).toHaveFocus();
	await user.keyboard("{Enter}");
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(field("우편번호")).toHaveValue("04526");
	expect(field("주소")).toHaveValue("서울특별시 중구 세종대로 39 (남대문로4가)");
	await waitFor(() => expect(field("상세 주소")).toHaveFocus());
	expect(screen.queryByRole("alert")).toBeNull();
}, 30_000);

// No match, a query that is too short, and a search that is down.
it("address_search_failures_are_distinct", async () => {
	const user = await atAddress();
	await press(user, "주소 찾기");
	const sheet = await screen.findByRole("dialog", { name: "주소 찾기" });
	const question = within(sheet).getByRole("textbox", { name: "도로명, 건물명 또는 지번" });
	await user.type(question, "가{Enter}");
	expect(await within(sheet).findByText(/조금 더 자세히/)).toBeInTheDocument();
	await user.type(question, "나다라{Enter}");
	expect(await within(sheet).findByText(/일치하는 주소가 없어요/)).toBeInTheDocument();
	server.use(http.get("/patients/addresses", () => HttpResponse.error()));
	await user.type(question, "{Enter}");
	expect(await within(sheet).findByRole("alert")).toHaveTextContent("지금은 주소를 찾을 수 없어요.");
	await user.click(within(sheet).getByRole("button", { name: "닫기" }));
	await waitFor(() => expect(screen.getByRole("button", { name: "주소 찾기" })).toHaveFocus());
}, 30_000);

// The confirmed number is kept, too.
it("draft_keeps_input_but_never_passwords", async () => {
	const { user, unmount } = renderScreen(SignUpForm, FORM);
	await user.click(await screen.findByRole("radio", { name: "여" }));
	await fillPerson(user);
	await user.type(field("아이디"), "haneul91");
	await user.type(screen.getByLabelText("비밀번호"), "hyeobom1!");
	unmount();
	expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("hyeobom1!");
	const { user: again } = renderScreen(SignUpForm, FORM);
	expect(await screen.findByText(/쓰시던 내용을 채워 두었어요/)).toBeInTheDocument();
	expect(field("이름")).toHaveValue("김하늘");
	expect(await screen.findByRole("radio", { name: "여" })).toBeChecked();
	expect(screen.getByText("인증이 완료됐어요.")).toBeInTheDocument();
	await press(again, "다음");
	await stepNamed(ACCOUNT_STEP);
	expect(field("아이디")).toHaveValue("haneul91");
	expect(screen.getByLabelText("비밀번호")).toHaveValue("");
}, 30_000);

it("social_sign_up_ignores_earlier_draft", async () => {
	const { user, unmount } = renderScreen(SignUpForm, FORM);
	await user.type(field("이름"), "김하늘");
	await typeDay(user, "생년월일", "19910412");
	unmount();
	const social = renderScreen(SignUpForm, `${FORM}?social=${SOCIAL_TOKEN}`);
	await waitFor(() => expect(field("이름")).toHaveValue(PROFILE.name));
	expect(await dayIn("생년월일")).toBe("1988-03-02");
	expect(screen.queryByText(/쓰시던 내용을/)).toBeNull();
	social.unmount();
	renderScreen(SignUpForm, FORM);
	expect(field("이름")).toHaveValue("");
}, 30_000);
