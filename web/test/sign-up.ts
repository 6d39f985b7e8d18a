import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { typeDay } from "./dates";

export const field = (name: string | RegExp) => screen.getByRole("textbox", { name });
export const press = (user: UserEvent, name: string) => user.click(screen.getByRole("button", { name }));

/** Waits for a step of the sign-up by its heading. */
export const stepNamed = (name: string) => screen.findByRole("heading", { level: 1, name });
export const PERSON_STEP = "어떤 분이세요?";
export const ACCOUNT_STEP = "아이디와 비밀번호를 정해 주세요";
export const AGREEMENT_STEP = "약관에 동의해 주세요";

/** Confirms the number in the field with the mocks' code. */
export async function confirmPhone(user: UserEvent) {
	await press(user, "인증번호 받기");
	await user.type(await screen.findByRole("textbox", { name: "인증번호" }), "123456");
	await screen.findByText("인증이 완료됐어요.");
}

/** Step 1: the person. */
export async function fillPerson(user: UserEvent) {
	await user.type(field("이름"), "김하늘");
	await typeDay(user, "생년월일", "19910412");
	await user.type(field("휴대폰 번호"), "010-1234-5678");
	await confirmPhone(user);
	await press(user, "다음");
	await stepNamed(ACCOUNT_STEP);
}

/** Step 2: login ID and password. */
export async function fillAccount(user: UserEvent, id = "haneul91") {
	await user.type(field("아이디"), id);
	await user.type(screen.getByLabelText("비밀번호"), "hyeobom1!");
	await user.type(screen.getByLabelText("비밀번호 확인"), "hyeobom1!");
	await press(user, "다음");
	await stepNamed(AGREEMENT_STEP);
}

/** Step 3: agrees to everything. */
export async function join(user: UserEvent) {
	await user.click(screen.getByRole("checkbox", { name: "모두 동의해요" }));
	await press(user, "가입하기");
}
