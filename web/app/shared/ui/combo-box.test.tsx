import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { ComboBox, type ComboBoxOption } from "./combo-box";

const OPTIONS = [
	{ id: 1, name: "DB손해보험" },
	{ id: 2, name: "현대해상" },
	{ id: 3, name: "삼성화재" },
];
const onChoose = vi.fn<(option: ComboBoxOption) => void>();

function Screen() {
	const [chosen, setChosen] = useState<number | null>(null);
	return (
		<ComboBox
			label="보험사 찾기"
			placeholder="이름"
			options={OPTIONS}
			selectedId={chosen}
			emptyText="없어요"
			onChoose={(option) => {
				onChoose(option);
				setChosen(option.id);
			}}
		/>
	);
}

async function setUp() {
	onChoose.mockReset();
	render(<Screen />);
	const field = await screen.findByRole("combobox", { name: "보험사 찾기" });
	return { user: userEvent.setup(), field };
}
const names = () => screen.getAllByRole("option").map(({ textContent }) => textContent);

it("focus_lists_every_option", async () => {
	const { user, field } = await setUp();
	await user.click(field);
	expect(names()).toEqual(OPTIONS.map(({ name }) => name));
});

it("typing_narrows_whatever_its_spaces", async () => {
	const { user, field } = await setUp();
	await user.type(field, "db 손해");
	expect(names()).toEqual(["DB손해보험"]);
	await user.clear(field);
	await user.type(field, "없는곳");
	expect(within(screen.getByRole("listbox")).getByText("없어요")).toBeInTheDocument();
});

it("chosen_option_stands_in_the_field", async () => {
	const { user, field } = await setUp();
	await user.type(field, "현대{ArrowDown}{Enter}");
	expect(onChoose).toHaveBeenCalledWith(OPTIONS[1]);
	expect(field).toHaveValue("현대해상");
});

it("keys_of_a_composition_choose_nothing", async () => {
	const { user, field } = await setUp();
	await user.type(field, "삼성");
	fireEvent.keyDown(field, { key: "ArrowDown", isComposing: true });
	expect(field).not.toHaveAttribute("aria-activedescendant");
	fireEvent.keyDown(field, { key: "Enter", isComposing: true });
	expect(onChoose).not.toHaveBeenCalled();
	expect(field).toHaveValue("삼성");
});

it("typed_text_survives_scrolling_the_page", async () => {
	const { user, field } = await setUp();
	await user.type(field, "현대");
	fireEvent.scroll(window);
	expect(field).toHaveValue("현대");
	expect(names()).toEqual(["현대해상"]);
	fireEvent.blur(field);
	expect(screen.queryByRole("option")).toBeNull();
});
