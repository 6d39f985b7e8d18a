import i18next from "i18next";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { digitsOf, isBirth, readBirth } from "~/domain/person/person";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/account.json";
import { EMPTY, isOldEnough, signUpSchema } from "./schema";

bundleKo("account", ko);

const GOOD = {
	...EMPTY,
	loginUserId: "haneul91",
	password: "hyeobom1!",
	verifyPassword: "hyeobom1!",
	name: "김하늘",
	phoneNumber: "01012345678",
	birth: "19910412",
};

/** The text of the first rule that a field fails. */
function message(name: keyof typeof GOOD, value: string): string | null {
	const { issues = [] } = v.safeParse(signUpSchema, { ...GOOD, [name]: value }, { abortPipeEarly: true });
	const issue = issues.find((each) => v.getDotPath(each) === name);
	return issue ? i18next.t(`account:error.${issue.message as keyof typeof ko.error}`) : null;
}

describe("the messages of S5", () => {
	it("valid_form_has_no_messages", () => {
		for (const name of Object.keys(GOOD) as (keyof typeof GOOD)[])
			expect(message(name, GOOD[name])).toBeNull();
	});

	it.each(["", "abc", "a".repeat(21), "혀봄혀봄", "with space", "dash-ed"])("id_%o_is_refused", (value) => {
		expect(message("loginUserId", value)).toBe("4~20자의 영문, 숫자만 사용 가능합니다.");
	});

	it.each(["", "short1!", "nodigits!", "12345678!", "nospecial1"])("password_%o_is_refused", (value) => {
		expect(message("password", value)).toBe(
			"영문, 숫자, 특수문자를 모두 포함하여 8자리 이상으로 입력해야 합니다.",
		);
	});

	it.each(["xHaneul91!", "김하늘abc27!", "김하늘abc27!".normalize("NFD"), "a1234-5678!"])(
		"password_%o_with_own_data_is_refused",
		(value) => {
			expect(message("password", value)).toBe("아이디, 이름, 휴대폰 번호가 들어간 비밀번호는 쓸 수 없어요.");
		},
	);

	it.each(["", "different1!"])("repeated_password_%o_is_refused", (value) => {
		expect(message("verifyPassword", value)).toBe("비밀번호가 일치하지 않습니다.");
	});

	it("blank_name_is_refused", () => {
		expect(message("name", "  ")).toBe("이름을 입력해주세요.");
	});

	it.each(["", "0101234", "02-123-4567", "010-1234-567a"])("phone_%o_is_refused", (value) => {
		expect(message("phoneNumber", value)).toBe("휴대폰 번호를 정확히 입력해 주세요.");
	});

	it.each(["", "1991", "910412", "1991-04.12", "199104123"])("incomplete_birth_%o_is_refused", (value) => {
		expect(message("birth", value)).toBe("생년월일을 모두 입력해주세요.");
	});

	it.each(["19910230", "19910013", "18991231", "29990101"])("impossible_birth_%o_is_refused", (value) => {
		expect(message("birth", value)).toBe("생년월일을 올바르게 입력해주세요.");
	});

	it.each([
		"a@b",
		"a b@c.kr",
		"@c.kr",
		"a@b.k",
		"a.@b.kr",
		"가@b.kr",
		"a@-b.kr",
		"a@b..kr",
		"a@@b.kr",
		"a\nb@c.kr",
	])("email_%o_is_refused", (value) => {
		expect(message("email", value)).toBe("이메일 주소를 정확히 입력해 주세요.");
	});

	it.each(["haneul+1@a-b.example.kr", " HANEUL@EXAMPLE.KR ", "a.b_c@x.co.kr"])(
		"email_%o_is_accepted",
		(value) => {
			expect(message("email", value)).toBeNull();
		},
	);

	it("too_long_or_unprintable_text_is_refused", () => {
		for (const name of ["name", "address", "addressDetail"] as const) {
			expect(message(name, "가".repeat(201)), name).toBe("너무 길어요.");
			expect(message(name, "가\u0000"), name).toBe("올바르지 않은 값이에요.");
		}
		expect(message("password", `a1!${"가".repeat(62)}`)).toBe("비밀번호는 64자까지 쓸 수 있어요.");
		expect(message("password", `a1!${"각".normalize("NFD").repeat(61)}`), "composed").toBeNull();
		expect(message("name", "👅".repeat(50)), "characters, not code units").toBeNull();
	});

	it("email_and_postcode_are_validated", () => {
		expect(message("email", "haneul@example.kr")).toBeNull();
		expect(message("zipcode", "04524")).toBeNull();
		expect(message("zipcode", "4524")).toBe("우편번호는 숫자 5자리로 입력해 주세요.");
	});
});

describe("age", () => {
	const today = new Date("2026-11-21T03:00:00Z");

	it("age_limit_is_fourteenth_birthday", () => {
		expect(isOldEnough("20121121", today)).toBe(true);
		expect(isOldEnough("20121122", today)).toBe(false);
	});

	// The server counts in Korean days, too.
	it("age_follows_korean_calendar", () => {
		const evening = new Date("2026-11-20T15:00:00Z");
		const before = new Date("2026-11-20T14:59:59Z");
		expect([isOldEnough("20121121", evening), isOldEnough("20121121", before)]).toEqual([true, false]);
		expect([isBirth("20261121", evening), isBirth("20261121", before)]).toEqual([true, false]);
	});

	it("birth_starts_at_1900_and_knows_leap_years", () => {
		const days = ["18991231", "19000101", "19000229", "20000229", "20261122"];
		expect(days.map((day) => isBirth(day, today))).toEqual([false, true, false, true, false]);
	});

	it("under_age_has_its_own_message", () => {
		const year = new Date().getFullYear() - 10;
		expect(message("birth", `${year}0101`)).toBe("만 14세 이상만 가입할 수 있어요.");
	});

	it("birth_is_read_in_three_formats", () => {
		for (const text of ["19910412", "1991-04-12", "1991.04.12"]) {
			expect(readBirth(text)).toEqual([1991, 4, 12]);
		}
	});
});

it.each([
	"010-1234 5678",
	"+82 10-1234-5678",
	"+821012345678",
	"+82 (0)10 1234 5678",
	"82-10-1234-5678",
	"010.1234.5678",
	"010\u20131234\u20135678",
])("phone_number_%s_is_understood", (typed) => {
	expect(digitsOf(typed)).toBe("01012345678");
	expect(message("phoneNumber", typed)).toBeNull();
});
