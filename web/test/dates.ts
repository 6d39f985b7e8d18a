import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

type Place = Pick<typeof screen, "findByRole">;

/** Types a date, YYYYMMDD, into the segments of a date field. */
export async function typeDay(user: UserEvent, name: string, digits: string, place: Place = screen) {
	const field = within(await place.findByRole("group", { name }));
	await user.click(field.getAllByRole("spinbutton")[0] as HTMLElement);
	await user.keyboard(digits);
}

/** The value of a date field: YYYY-MM-DD, or its placeholders. */
export async function dayIn(name: string): Promise<string> {
	const parts = within(await screen.findByRole("group", { name })).getAllByRole("spinbutton");
	return parts.map(({ textContent }) => textContent).join("-");
}
