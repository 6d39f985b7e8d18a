import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as v from "valibot";
import { expect, it, vi } from "vitest";
import { Dialog } from "./dialog";
import { Form } from "./form/form";
import { FormTextField } from "./form/form-text-field";
import { useApiForm } from "./form/use-api-form";

const QUESTION = "입력한 내용이 저장되지 않았어요. 닫을까요?";
const user = userEvent.setup();

function Note() {
	const form = useApiForm({
		schema: v.object({ note: v.string() }),
		defaultValues: { note: "" },
		errorText: (rule) => rule,
		onSubmit: () => undefined,
	});
	return (
		<Form form={form}>
			<FormTextField control={form.control} name="note" label="메모" />
		</Form>
	);
}

function show(isClosable = true) {
	const onClose = vi.fn();
	render(
		<Dialog title="사유" onClose={isClosable ? onClose : undefined}>
			<Note />
		</Dialog>,
	);
	return onClose;
}
const dialog = () => screen.getByRole<HTMLDialogElement>("dialog");
const field = () => screen.getByRole("textbox", { name: "메모" });
const pressEscape = () => fireEvent(dialog(), new Event("cancel", { cancelable: true }));

it("backdrop_and_escape_close_an_empty_dialog", () => {
	const onClose = show();
	fireEvent.pointerDown(dialog());
	expect(onClose).toHaveBeenCalledTimes(1);
	pressEscape();
	expect(onClose).toHaveBeenCalledTimes(2);
});

it("backdrop_keeps_unsaved_input", async () => {
	const onClose = show();
	await user.type(field(), "아직");
	fireEvent.pointerDown(dialog());
	expect(onClose).not.toHaveBeenCalled();
	expect(screen.queryByText(QUESTION)).toBeNull();
	await user.clear(field());
	fireEvent.pointerDown(dialog());
	expect(onClose).toHaveBeenCalledTimes(1);
});

it("escape_asks_once_about_unsaved_input", async () => {
	const onClose = show();
	await user.type(field(), "아직");
	pressEscape();
	expect(screen.getByText(QUESTION)).toBeInTheDocument();
	expect(onClose).not.toHaveBeenCalled();
	expect(screen.getByRole("button", { name: "계속 입력하기" })).toHaveFocus();
	await user.keyboard("{Enter}");
	expect(screen.queryByText(QUESTION)).toBeNull();
	expect(field()).toHaveFocus();
	expect(field()).toHaveValue("아직");
	pressEscape();
	pressEscape();
	expect(onClose).toHaveBeenCalledTimes(1);
});

it("close_button_asks_about_unsaved_input", async () => {
	const onClose = show();
	await user.type(field(), "아직");
	await user.click(screen.getByRole("button", { name: "닫기" }));
	expect(onClose).not.toHaveBeenCalled();
	await user.click(screen.getByRole("button", { name: "저장하지 않고 닫기" }));
	expect(onClose).toHaveBeenCalledTimes(1);
});

it("dialog_closed_by_the_browser_reports_it", () => {
	const onClose = show();
	const shown = dialog();
	shown.close();
	fireEvent(shown, new Event("close"));
	expect(onClose).toHaveBeenCalledTimes(1);
});

it("unclosable_dialog_reopens_after_forced_close", () => {
	show(false);
	const shown = dialog();
	shown.close();
	fireEvent(shown, new Event("close"));
	expect(shown.open).toBe(true);
});

it("held_or_modified_enter_presses_no_button", () => {
	show();
	const press = (key: KeyboardEventInit) =>
		fireEvent.keyDown(screen.getByRole("button", { name: "닫기" }), { key: "Enter", ...key });
	expect(press({})).toBe(true);
	expect(press({ repeat: true })).toBe(false);
	expect(press({ ctrlKey: true })).toBe(false);
});
