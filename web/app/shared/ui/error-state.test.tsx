import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import "~/i18n/i18n";
import { ErrorState } from "./error-state";

const problem = (status: number, title: string, detail: string, code = "unavailable") => ({
	type: "about:blank",
	code,
	status,
	title,
	detail,
});

it("error_shows_the_problem_and_retries", async () => {
	const retry = vi.fn();
	const refused = problem(503, "서비스 일시 중단", "잠시 후 다시 시도해 주세요.");
	render(<ErrorState error={refused} onRetry={retry} />);
	expect(screen.getByRole("heading", { name: "서비스 일시 중단" })).toBeVisible();
	expect(screen.getByText("잠시 후 다시 시도해 주세요.")).toBeVisible();
	await userEvent.click(screen.getByRole("button", { name: "다시 시도" }));
	expect(retry).toHaveBeenCalledOnce();
});

it("missing_page_leads_home_without_a_retry", () => {
	const missing = problem(404, "찾을 수 없음", "삭제되었거나 볼 수 없는 내용이에요.", "not_found");
	render(<ErrorState error={missing} onRetry={() => undefined} />);
	expect(screen.getByRole("link", { name: "홈으로" })).toHaveAttribute("href", "/");
	expect(screen.queryByRole("button")).toBeNull();
});

it("offline_image_needs_a_missing_response", () => {
	const { container, rerender } = render(<ErrorState error={new TypeError()} onRetry={() => undefined} />);
	const offline = container.querySelector("svg")?.innerHTML;
	rerender(<ErrorState error={problem(500, "서버 오류", "오류가 생겼어요.")} onRetry={() => undefined} />);
	expect(container.querySelector("svg")?.innerHTML).not.toBe(offline);
});
