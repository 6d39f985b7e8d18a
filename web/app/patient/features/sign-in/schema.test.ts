import i18next from "i18next";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/account.json";
import { findFields, resetSchema, signInSchema } from "./schema";

bundleKo("account", ko);

type Schema = v.GenericSchema<Record<string, string>, unknown>;

/** The text of the first rule that a field fails. */
function message(schema: Schema, name: string, values: Record<string, string>): string | null {
	const { issues = [] } = v.safeParse(schema, values, { abortPipeEarly: true });
	const issue = issues.find((each) => v.getDotPath(each) === name);
	return issue ? i18next.t(`account:error.${issue.message as keyof typeof ko.error}`) : null;
}

describe("sign-in", () => {
	it("sign_in_needs_id_and_password", () => {
		const messageOf = (name: string) =>
			message(signInSchema as unknown as Schema, name, { loginUserId: " ", password: "" });
		expect(messageOf("loginUserId")).toBe("아이디를 입력해주세요.");
		expect(messageOf("password")).toBe("비밀번호를 입력해주세요.");
	});
});

describe("a new password by link", () => {
	const messageOf = (name: "password" | "verifyPassword", password: string, verifyPassword: string) =>
		message(resetSchema as unknown as Schema, name, { password, verifyPassword });

	it("new_password_is_checked_for_length_first", () => {
		expect(messageOf("password", "short1!", "")).toBe("비밀번호는 최소 8자 이상이어야 합니다.");
		expect(messageOf("password", "nospecial1", "")).toMatch("영문, 숫자, 특수문자를 모두 포함하여");
		expect(messageOf("password", "hyeobom1!", "")).toBeNull();
	});

	it.each(["", "hyeobom2!"])("new_password_repeated_as_%o_is_refused", (repeated) => {
		expect(messageOf("verifyPassword", "hyeobom1!", repeated)).toBe("비밀번호를 다시 입력해주세요.");
	});
});

describe("find ID", () => {
	it.each(["", "haneul", "haneul@example", "haneul@example.k", "a@b.kr\nbcc:c@d.kr"])(
		"find_id_email_%o_is_refused",
		(email) => {
			expect(v.safeParse(findFields.email, email, { abortPipeEarly: true }).issues?.[0].message).toBe(
				"email",
			);
		},
	);
});
