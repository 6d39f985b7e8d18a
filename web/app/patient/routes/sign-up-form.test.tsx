import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { loadPatient } from "~/patient/session/session";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { typeDay } from "../../../test/dates";
import { renderScreen } from "../../../test/render";
import {
	ACCOUNT_STEP,
	AGREEMENT_STEP,
	field,
	fillAccount,
	fillPerson,
	join,
	PERSON_STEP,
	press,
	stepNamed,
} from "../../../test/sign-up";
import SignUpForm from "./sign-up-form";

const FORM = "/auth/signup/form";
const takenResponse = () =>
	http.get("/patients/valid-id", () => HttpResponse.json({ isValid: false }), { once: true });

it("three_steps_sign_up_and_lead_to_welcome", async () => {
	let body: unknown;
	server.events.on("request:start", async ({ request }) => {
		if (request.url.endsWith("/auth/signup")) body = await request.clone().json();
	});
	await loadPatient();
	const { user } = renderScreen(SignUpForm, FORM);
	await fillPerson(user);
	expect(screen.getByRole("heading", { name: ACCOUNT_STEP })).toHaveFocus();
	await fillAccount(user);
	expect(screen.getByRole("heading", { name: AGREEMENT_STEP })).toHaveFocus();
	expect(screen.getByRole("button", { name: "가입하기" })).toBeDisabled();
	await join(user);
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

it("step_back_keeps_all_input", async () => {
	const { user } = renderScreen(SignUpForm, FORM);
	await fillPerson(user);
	await fillAccount(user);
	await press(user, "뒤로");
	await stepNamed(ACCOUNT_STEP);
	expect(field("아이디")).toHaveValue("haneul91");
	expect(screen.getByText("사용할 수 있는 아이디예요.")).toBeInTheDocument();
	await press(user, "뒤로");
	await stepNamed(PERSON_STEP);
	expect(field("이름")).toHaveValue("김하늘");
	expect(screen.getByText("인증이 완료됐어요.")).toBeInTheDocument();
	await press(user, "다음");
	await stepNamed(ACCOUNT_STEP);
}, 30_000);

it("error_of_refused_step_goes_while_typing", async () => {
	const { user } = renderScreen(SignUpForm, FORM);
	await press(user, "다음");
	expect(await screen.findByText("이름을 입력해주세요.")).toBeInTheDocument();
	await user.type(field("이름"), "김");
	await waitFor(() => expect(screen.queryByText("이름을 입력해주세요.")).toBeNull());
	expect(field("이름")).toHaveFocus();
});

it("unreached_step_is_not_opened", async () => {
	renderScreen(SignUpForm, `${FORM}?step=3`);
	expect(await stepNamed(PERSON_STEP)).toBeInTheDocument();
});

it("first_step_names_missing_input", async () => {
	const { user } = renderScreen(SignUpForm, FORM);
	await press(user, "다음");
	expect(await screen.findByText("이름을 입력해주세요.")).toBeInTheDocument();
	expect(field("이름")).toHaveFocus();
	await user.type(field("이름"), "김하늘");
	await typeDay(user, "생년월일", "19910412");
	await user.type(field("휴대폰 번호"), "01012345678");
	await press(user, "다음");
	expect(await screen.findByText("휴대폰 번호를 인증해 주세요.")).toBeInTheDocument();
	await waitFor(() => expect(field("휴대폰 번호")).toHaveFocus());
}, 30_000);

it("all_agree_box_follows_the_three_items", async () => {
	const { user } = renderScreen(SignUpForm, FORM);
	await fillPerson(user);
	await fillAccount(user);
	const box = (name: RegExp | string) => screen.getByRole("checkbox", { name });
	await user.click(box("모두 동의해요"));
	for (const name of [/만 14세/, /이용약관/, /개인정보/]) expect(box(name)).toBeChecked();
	await user.click(box(/이용약관/));
	expect(box("모두 동의해요")).not.toBeChecked();
	expect(await screen.findByRole("button", { name: "가입하기" })).toBeDisabled();
	await user.click(box(/이용약관/));
	expect(box("모두 동의해요")).toBeChecked();
	expect(await screen.findByRole("link", { name: /이용약관에 동의해요 전문 보기/ })).toHaveTextContent(
		"보기",
	);
}, 30_000);

// A change discards the outcome.
it("id_is_checked_on_press_and_on_next_step", async () => {
	const { user } = renderScreen(SignUpForm, FORM);
	await fillPerson(user);
	await press(user, "중복 확인");
	expect(await screen.findByText("4~20자의 영문, 숫자만 사용 가능합니다.")).toBeInTheDocument();
	await user.type(field("아이디"), "hyeobom");
	await press(user, "중복 확인");
	expect(await screen.findByText("이미 사용 중인 아이디예요.")).toBeInTheDocument();
	await user.type(field("아이디"), "2");
	expect(screen.queryByText("이미 사용 중인 아이디예요.")).toBeNull();
	await user.type(screen.getByLabelText("비밀번호"), "hyeobom1!");
	await user.type(screen.getByLabelText("비밀번호 확인"), "hyeobom1!");
	server.use(takenResponse());
	await press(user, "다음");
	expect(await screen.findByText("이미 사용 중인 아이디예요.")).toBeInTheDocument();
	expect(field("아이디")).toHaveFocus();
	await user.type(field("아이디"), "3");
	await press(user, "다음");
	await stepNamed(AGREEMENT_STEP);
}, 30_000);

it("field_is_validated_on_blur_and_on_change", async () => {
	const { user } = renderScreen(SignUpForm, FORM);
	const text = "생년월일을 모두 입력해주세요.";
	await typeDay(user, "생년월일", "1991");
	expect(screen.queryByText(text)).toBeNull();
	await user.click(field("이름"));
	expect(await screen.findByText(text)).toBeInTheDocument();
	await typeDay(user, "생년월일", "19910412");
	await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});

it("refused_field_leads_to_its_step", async () => {
	server.use(
		http.post("/patients/auth/signup", () =>
			problem(422, "validation", "입력을 확인해 주세요.", [
				{ field: "loginUserId", code: "taken", message: "이미 쓰이는 아이디예요." },
			]),
		),
	);
	const { user } = renderScreen(SignUpForm, FORM);
	await fillPerson(user);
	await fillAccount(user);
	await join(user);
	await stepNamed(ACCOUNT_STEP);
	expect(await screen.findByText("이미 쓰이는 아이디예요.")).toBeInTheDocument();
	await waitFor(() => expect(field("아이디")).toHaveFocus());
	expect(field("아이디")).toBeInvalid();
}, 30_000);

it("same_attempt_is_sent_with_same_key", async () => {
	const keys: (string | null)[] = [];
	server.use(
		http.post("/patients/auth/signup", ({ request }) => {
			keys.push(request.headers.get("Idempotency-Key"));
			return HttpResponse.error();
		}),
	);
	const { user } = renderScreen(SignUpForm, FORM);
	await fillPerson(user);
	await fillAccount(user);
	await join(user);
	await screen.findByRole("alert");
	await press(user, "가입하기");
	await waitFor(() => expect(keys).toHaveLength(2));
	expect(keys[0]).toBeTruthy();
	expect(keys[1]).toBe(keys[0]);
}, 30_000);
