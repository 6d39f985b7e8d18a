import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { loadPatient } from "~/lib/session";
import { problem } from "../../mocks/answers";
import { server } from "../../mocks/node";
import { renderScreen } from "../../test/render";
import SignUpForm from "./sign-up-form";

type User = ReturnType<typeof renderScreen>["user"];

const field = (name: string) => screen.getByRole("textbox", { name });
const press = (user: User, name: string) => user.click(screen.getByRole("button", { name }));

async function fillAll(user: User) {
	await user.type(field("아이디"), "haneul91");
	await press(user, "중복 확인");
	await screen.findByText("사용할 수 있는 아이디예요.");
	await user.type(screen.getByLabelText("비밀번호"), "hyeobom1!");
	await user.type(screen.getByLabelText("비밀번호 확인"), "hyeobom1!");
	await user.type(field("이름"), "김하늘");
	await user.type(field("생년월일"), "19910412");
	await user.type(field("휴대폰 번호"), "010-1234-5678");
	await press(user, "인증번호 받기");
	await user.type(await screen.findByRole("textbox", { name: "인증번호" }), "123456");
	await press(user, "확인");
	await screen.findByText("인증이 완료됐어요.");
}

it("signs up and goes on to the welcome", async () => {
	let body: unknown;
	server.events.on("request:start", async ({ request }) => {
		if (request.url.endsWith("/auth/signup")) body = await request.clone().json();
	});
	await loadPatient();
	const { user } = renderScreen(SignUpForm, "/auth/signup/form");
	await fillAll(user);
	const join = screen.getByRole("button", { name: "가입하기" });
	expect(join).toBeDisabled();
	await user.click(screen.getByRole("checkbox", { name: "모두 동의해요" }));
	await user.click(join);
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/auth/welcome");
	expect(body).toEqual({
		loginUserId: "haneul91",
		password: "hyeobom1!",
		name: "김하늘",
		phoneNumber: "01012345678",
		birth: "19910412",
		gender: null,
		phoneToken: "phone",
		agreements: { all: true, age14: true, terms: true, privacy: true },
	});
	server.events.removeAllListeners();
}, 30_000);

it("keeps the all-agree box and the three items in step", async () => {
	const { user } = renderScreen(SignUpForm, "/auth/signup/form");
	const box = (name: RegExp | string) => screen.getByRole("checkbox", { name });
	await user.click(box("모두 동의해요"));
	for (const name of [/만 14세/, /이용약관/, /개인정보/]) expect(box(name)).toBeChecked();
	await user.click(box(/이용약관/));
	expect(box("모두 동의해요")).not.toBeChecked();
	expect(screen.getByRole("button", { name: "가입하기" })).toBeDisabled();
	await user.click(box(/이용약관/));
	expect(box("모두 동의해요")).toBeChecked();
});

it("forgets the duplicate check when the ID changes", async () => {
	const { user } = renderScreen(SignUpForm, "/auth/signup/form");
	await user.type(field("아이디"), "hyeobom");
	await press(user, "중복 확인");
	expect(await screen.findByText("이미 사용 중인 아이디예요.")).toBeInTheDocument();
	await user.type(field("아이디"), "2");
	expect(screen.queryByText("이미 사용 중인 아이디예요.")).toBeNull();
	await press(user, "중복 확인");
	expect(await screen.findByText("사용할 수 있는 아이디예요.")).toBeInTheDocument();
});

it("says why there is nothing to check", async () => {
	const { user } = renderScreen(SignUpForm, "/auth/signup/form");
	await press(user, "중복 확인");
	expect(screen.getByText("4~20자의 영문, 숫자만 사용 가능합니다.")).toBeInTheDocument();
});

it("validates a field when it is left, and again as it changes", async () => {
	const { user } = renderScreen(SignUpForm, "/auth/signup/form");
	const text = "4~20자의 영문, 숫자만 사용 가능합니다.";
	await user.type(field("아이디"), "ab");
	expect(screen.queryByText(text)).toBeNull();
	await user.tab();
	expect(screen.getByText(text)).toBeInTheDocument();
	await user.type(field("아이디"), "cd");
	await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});

it("stops the phone code after five wrong tries", async () => {
	const { user } = renderScreen(SignUpForm, "/auth/signup/form");
	await user.type(field("휴대폰 번호"), "01012345678");
	await press(user, "인증번호 받기");
	await user.type(await screen.findByRole("textbox", { name: "인증번호" }), "000000");
	for (const _ of [1, 2, 3, 4]) {
		await press(user, "확인");
		expect(await screen.findByText("인증번호가 일치하지 않아요.")).toBeInTheDocument();
	}
	await press(user, "확인");
	expect(await screen.findByText("5번 틀렸어요. 인증번호를 다시 받아 주세요.")).toBeInTheDocument();
});

it("puts the server's messages into their fields", async () => {
	server.use(
		http.post("*/patients/auth/signup", () =>
			problem(422, "validation", "입력을 확인해 주세요.", [
				{ field: "loginUserId", code: "taken", message: "이미 쓰이는 아이디예요." },
			]),
		),
	);
	const { user } = renderScreen(SignUpForm, "/auth/signup/form");
	await fillAll(user);
	await user.click(screen.getByRole("checkbox", { name: "모두 동의해요" }));
	await press(user, "가입하기");
	expect(await screen.findByText("이미 쓰이는 아이디예요.")).toBeInTheDocument();
	expect(field("아이디")).toHaveFocus();
	expect(field("아이디")).toBeInvalid();
	expect(screen.getByRole("alert")).toHaveTextContent("가입하지 못했어요.");
}, 30_000);

it("sends the same attempt with the same key", async () => {
	const keys: (string | null)[] = [];
	server.use(
		http.post("*/patients/auth/signup", ({ request }) => {
			keys.push(request.headers.get("Idempotency-Key"));
			return HttpResponse.error();
		}),
	);
	const { user } = renderScreen(SignUpForm, "/auth/signup/form");
	await fillAll(user);
	await user.click(screen.getByRole("checkbox", { name: "모두 동의해요" }));
	await press(user, "가입하기");
	await screen.findByRole("alert");
	await press(user, "가입하기");
	await waitFor(() => expect(keys).toHaveLength(2));
	expect(keys[0]).toBeTruthy();
	expect(keys[1]).toBe(keys[0]);
}, 30_000);
