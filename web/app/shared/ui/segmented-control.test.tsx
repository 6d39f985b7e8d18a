import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { SegmentedControl } from "./segmented-control";

const CHOICES = [
	["a", "가"],
	["b", "나"],
	["c", "다"],
] as const;

function Control() {
	const [value, setValue] = useState<"a" | "b" | "c">("b");
	return <SegmentedControl label="보기" choices={CHOICES} value={value} onChange={setValue} row="flex" />;
}

it("arrow_keys_select_within_one_tab_stop", async () => {
	const user = userEvent.setup();
	render(
		<>
			<Control />
			<button type="button">다음</button>
		</>,
	);
	expect(screen.getByRole("group", { name: "보기" })).toBeInTheDocument();
	await user.tab();
	expect(screen.getByRole("radio", { name: "나" })).toHaveFocus();
	await user.keyboard("{ArrowRight}");
	expect(screen.getByRole("radio", { name: "다", checked: true })).toHaveFocus();
	await user.tab();
	expect(screen.getByRole("button")).toHaveFocus();
});
