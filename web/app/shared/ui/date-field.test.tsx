import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { expect, it, vi } from "vitest";
import { dayIn, typeDay } from "../../../test/dates";
import { DateField } from "./date-field";

const onChange = vi.fn<(day: string) => void>();

function Screen({ initial = "", locale = "ko-KR" }) {
	const [day, setDay] = useState(initial);
	return (
		<I18nProvider locale={locale}>
			<DateField
				label="생년월일"
				name="birth"
				autoComplete="bday"
				value={day}
				onChange={(next) => {
					onChange(next);
					setDay(next);
				}}
			/>
		</I18nProvider>
	);
}

async function setUp(props: Parameters<typeof Screen>[0] = {}) {
	onChange.mockReset();
	const { container } = render(<Screen {...props} />);
	await screen.findByRole("group", { name: "생년월일" });
	return { user: userEvent.setup(), container };
}

it("typed_digits_fill_year_month_day", async () => {
	const { user } = await setUp();
	await typeDay(user, "생년월일", "19910412");
	expect(onChange).toHaveBeenCalledWith("1991-04-12");
	expect(await dayIn("생년월일")).toBe("1991-04-12");
});

it.each([
	["ko-KR", "연도. 월. 일."],
	["en-US", "mm/dd/yyyy"],
])("parts_in_%s_are_%s", async (locale, text) => {
	await setUp({ locale });
	const group = screen.getByRole("group", { name: "생년월일" });
	expect(group.textContent?.replaceAll(/[\u2066-\u2069]/g, "").trim()).toBe(text);
});

it("browser_fills_in_a_birth_date", async () => {
	const { container } = await setUp();
	const filled = container.querySelector("input[autocomplete=bday]") as HTMLInputElement;
	expect(filled).toHaveAttribute("name", "birth");
	fireEvent.change(filled, { target: { value: "1988-03-02" } });
	expect(await dayIn("생년월일")).toBe("1988-03-02");
	expect(onChange).toHaveBeenLastCalledWith("1988-03-02");
});

it("pasted_day_is_taken", async () => {
	const { user } = await setUp();
	await user.click(screen.getAllByRole("spinbutton")[0] as HTMLElement);
	await user.paste("1991.04.12");
	expect(await dayIn("생년월일")).toBe("1991-04-12");
});

it("day_without_its_month_is_no_day", async () => {
	const { user } = await setUp({ initial: "1991-04-12" });
	const month = screen.getAllByRole("spinbutton")[1] as HTMLElement;
	await user.click(month);
	await user.keyboard("{Backspace}{Backspace}");
	expect(onChange).not.toHaveBeenCalled();
	await user.click(document.body);
	expect(onChange).toHaveBeenLastCalledWith("");
});

it("first_digits_of_a_year_are_no_year", async () => {
	const { user } = await setUp({ initial: "1991-04-12" });
	await typeDay(user, "생년월일", "1988");
	expect(onChange.mock.calls).toEqual([["1988-04-12"]]);
});
