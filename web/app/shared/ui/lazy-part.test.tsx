import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, type ReactNode, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { page } from "~/shared/lib/page";
import { LazyPart } from "./lazy-part";

const reload = vi.fn();
beforeEach(() => {
	vi.spyOn(page, "reload").mockImplementation(reload);
	vi.spyOn(console, "error").mockImplementation(() => undefined);
});

function Screen({ part }: { part: ReactNode }) {
	const [isOpen, setOpen] = useState(true);
	return (
		<>
			<input aria-label="메모" defaultValue="아직" />
			{isOpen ? <LazyPart onClose={() => setOpen(false)}>{part}</LazyPart> : null}
		</>
	);
}

function show(error: Error) {
	const Missing = lazy(() => Promise.reject(error));
	return render(<Screen part={<Missing />} />);
}

it("part_without_code_keeps_the_screen", async () => {
	const user = userEvent.setup();
	show(new TypeError("Failed to fetch dynamically imported module: https://a.example/x.js"));
	expect(await screen.findByRole("dialog", { name: "화면을 불러오지 못했어요" })).toBeInTheDocument();
	expect(reload).not.toHaveBeenCalled();
	await user.click(screen.getByRole("button", { name: "다시 불러오기" }));
	expect(reload).toHaveBeenCalledTimes(1);
	await user.click(screen.getByRole("button", { name: "취소" }));
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(screen.getByRole("textbox", { name: "메모" })).toHaveValue("아직");
});

it("part_with_another_error_fails_the_screen", async () => {
	const crash = vi.fn();
	// Without a listener, Vitest reports the error as its own.
	window.addEventListener("error", crash);
	show(new Error("broken"));
	await vi.waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(crash).toHaveBeenCalled();
	window.removeEventListener("error", crash);
});
