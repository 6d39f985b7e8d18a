import i18next from "i18next";
import { expect, it } from "vitest";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/insurance.json";
import type { Problem } from "~/shared/api/problem";
import { onceProblemText } from "./problem-text";

bundleKo("insurance", ko);

const textOf = (code: string) => {
	const problem: Problem = { type: "about:blank", title: "", status: 502, code, detail: "서버의 글" };
	return onceProblemText(i18next.getFixedT(null, "insurance"), problem, "pay");
};

it("unreachable_server_text_says_retry_is_safe", () => {
	expect(textOf("unreachable")).toMatch(/^연결이 끊겨 .* 한 번만 결제돼요/);
	expect(textOf("unavailable")).toBe("서버의 글");
});
