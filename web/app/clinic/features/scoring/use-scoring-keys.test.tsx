import { fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { useScoringKeys } from "./use-scoring-keys";

const save = vi.fn<(comment: string) => void>();
const release = vi.fn();
beforeEach(() => vi.clearAllMocks());

function Comment({ isSavable = true }: { isSavable?: boolean }) {
	const [comment, setComment] = useState("");
	useScoringKeys({ save: isSavable ? () => save(comment) : undefined, release, help: () => undefined });
	return <textarea aria-label="의견" value={comment} onChange={({ target }) => setComment(target.value)} />;
}

const field = () => screen.getByRole("textbox");
/** Whether the browser is kept from its own reaction to the key. */
const isPrevented = (key: KeyboardEventInit) => !fireEvent.keyDown(field(), key);

it("save_during_composition_waits_for_its_end", async () => {
	render(<Comment />);
	fireEvent.compositionStart(field());
	fireEvent.change(field(), { target: { value: "하" } });
	expect(isPrevented({ key: "Process", code: "KeyS", ctrlKey: true, isComposing: true })).toBe(true);
	expect(isPrevented({ key: "Process", code: "KeyS", ctrlKey: true, isComposing: true })).toBe(true);
	expect(save).not.toHaveBeenCalled();
	fireEvent.compositionEnd(field());
	// Firefox reports the last syllable after the end.
	fireEvent.change(field(), { target: { value: "한" } });
	await waitFor(() => expect(save).toHaveBeenCalledWith("한"));
	fireEvent.compositionEnd(field());
	await new Promise((resolve) => setTimeout(resolve));
	expect(save).toHaveBeenCalledTimes(1);
});

it("release_during_composition_waits_for_its_end", async () => {
	render(<Comment />);
	expect(isPrevented({ key: "Enter", ctrlKey: true, isComposing: true })).toBe(true);
	expect(release).not.toHaveBeenCalled();
	fireEvent.compositionEnd(field());
	await waitFor(() => expect(release).toHaveBeenCalledTimes(1));
});

it.each([
	["a Latin layout", { key: "s", code: "KeyS" }, 1],
	["capitals", { key: "S", code: "KeyS" }, 1],
	["a Hangul layout", { key: "ㄴ", code: "KeyS" }, 1],
	["Dvorak", { key: "s", code: "Semicolon" }, 1],
	["another letter of Dvorak", { key: "o", code: "KeyS" }, 0],
] as const)("save_key_is_found_in_%s", (_layout, key, count) => {
	render(<Comment />);
	expect(isPrevented({ ...key, ctrlKey: true })).toBe(count === 1);
	expect(save).toHaveBeenCalledTimes(count);
});

it("save_key_without_save_prevents_save_dialog", () => {
	render(<Comment isSavable={false} />);
	expect(isPrevented({ key: "s", ctrlKey: true })).toBe(true);
	expect(save).not.toHaveBeenCalled();
});

it.each([
	["works_on_a_radio_button", "radio", 1],
	["is_text_in_a_field", "text", 0],
] as const)("help_key_%s", (_, type, count) => {
	const help = vi.fn();
	renderHook(() => useScoringKeys({ help }));
	const { container } = render(<input type={type} />);
	fireEvent.keyDown(container.firstElementChild as Element, { key: "?" });
	expect(help).toHaveBeenCalledTimes(count);
});
