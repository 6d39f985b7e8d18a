import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { renderScreen } from "../../../test/render";
import { field, fillAccount, fillPerson, join, PERSON_STEP, press, stepNamed } from "../../../test/sign-up";
import SignUpForm from "./sign-up-form";

const FORM = "/auth/signup/form";
const VERIFY = "/patients/phone-codes/verify";

/** The form after a code was requested. */
async function withCode() {
	const { user } = renderScreen(SignUpForm, FORM);
	await user.type(field("휴대폰 번호"), "010-1234-5678");
	await press(user, "인증번호 받기");
	return { user, code: await screen.findByRole("textbox", { name: "인증번호" }) };
}

it("double_press_sends_one_code_to_the_digits", async () => {
	const bodies: unknown[] = [];
	server.use(
		http.post("/patients/phone-codes", async ({ request }) => {
			bodies.push(await request.json());
			await new Promise((resolve) => setTimeout(resolve, 50));
			return new HttpResponse(null, { status: 202 });
		}),
	);
	const { user } = renderScreen(SignUpForm, FORM);
	await user.type(field("휴대폰 번호"), "+82 10-1234-5678");
	await user.dblClick(screen.getByRole("button", { name: "인증번호 받기" }));
	await screen.findByRole("textbox", { name: "인증번호" });
	expect(bodies).toEqual([{ phoneNumber: "01012345678" }]);
});

it("filled_in_code_is_checked_at_once", async () => {
	const { user, code } = await withCode();
	expect(code).toHaveAttribute("autocomplete", "one-time-code");
	await user.click(code);
	await user.paste("123 456");
	expect(await screen.findByText("인증이 완료됐어요.")).toBeInTheDocument();
});

it("incomplete_code_spends_no_try", async () => {
	const { user, code } = await withCode();
	for (const _ of [1, 2, 3, 4, 5, 6]) await press(user, "확인");
	await user.type(code, "12345");
	await press(user, "확인");
	expect(await screen.findByText("인증번호 6자리를 입력해주세요.")).toBeInTheDocument();
	await user.type(code, "6");
	expect(await screen.findByText("인증이 완료됐어요.")).toBeInTheDocument();
});

it("code_is_blocked_after_five_wrong_tries", async () => {
	const { user, code } = await withCode();
	await user.type(code, "000000");
	expect(await screen.findByText("인증번호가 일치하지 않아요.")).toBeInTheDocument();
	for (const _ of [2, 3, 4, 5]) await press(user, "확인");
	expect(await screen.findByText("5번 틀렸어요. 인증번호를 다시 받아 주세요.")).toBeInTheDocument();
});

it.each([
	["lost", () => HttpResponse.error(), "서버에 연결하지 못했어요."],
	["put off", () => problem(429, "too_many_requests", "x"), "요청이 많았어요."],
	["broken", () => problem(500, "internal", "일시적인 오류가 발생했습니다."), "일시적인 오류가"],
])(
	"code_is_not_wrong_if_call_was_%s",
	async (_, response, text) => {
		server.use(http.post(VERIFY, response));
		const { user, code } = await withCode();
		await user.type(code, "123456");
		for (const _ of [1, 2, 3, 4, 5, 6]) await press(user, "확인");
		expect(await screen.findByText(new RegExp(text))).toBeInTheDocument();
		server.resetHandlers();
		await press(user, "확인");
		expect(await screen.findByText("인증이 완료됐어요.")).toBeInTheDocument();
	},
	30_000,
);

it("response_for_changed_number_is_ignored", async () => {
	let respond = () => {};
	const waiting = new Promise<void>((resolve) => {
		respond = resolve;
	});
	server.use(
		http.post(VERIFY, async () => {
			await waiting;
			return HttpResponse.json({ phoneToken: "of-the-other" });
		}),
	);
	const { user, code } = await withCode();
	await user.type(code, "123456");
	await user.type(field("휴대폰 번호"), "{Backspace}9");
	respond();
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(screen.queryByText("인증이 완료됐어요.")).toBeNull();
	expect(screen.getByRole("button", { name: "인증번호 받기" })).toBeInTheDocument();
});

it("correct_code_keeps_keyboard_focus", async () => {
	const { user, code } = await withCode();
	await user.type(code, "123456");
	await screen.findByText("인증이 완료됐어요.");
	await waitFor(() => expect(field("휴대폰 번호")).toHaveFocus());
});

it("expired_phone_token_needs_a_new_code", async () => {
	const message = "휴대폰 인증을 다시 해주세요.";
	server.use(
		http.post("/patients/auth/signup", () =>
			problem(422, "validation", "입력한 내용을 확인해 주세요.", [
				{ field: "phoneToken", code: "unknown", message },
			]),
		),
	);
	const { user } = renderScreen(SignUpForm, FORM);
	await fillPerson(user);
	await fillAccount(user);
	await join(user);
	await stepNamed(PERSON_STEP);
	expect(await screen.findByRole("alert")).toHaveTextContent(message);
	expect(screen.getByRole("button", { name: "인증번호 받기" })).toBeInTheDocument();
	expect(field("휴대폰 번호")).toBeInvalid();
}, 30_000);
