import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { tolerateTranslation } from "./translated-dom";

const { removeChild, insertBefore } = Node.prototype;
afterEach(() => Object.assign(Node.prototype, { removeChild, insertBefore }));

/** Changes a text node like a browser's page translation. */
function translate(text: ChildNode | undefined, translated: string): void {
	const font = document.createElement("font");
	font.textContent = translated;
	text?.replaceWith(font);
}

function Screen() {
	const [count, setCount] = useState(0);
	return (
		<div>
			<button type="button" onClick={() => setCount(count + 1)}>
				더하기
			</button>
			<p data-testid="text">
				{count === 1 ? <b>하나</b> : null}
				{count < 2 ? "아직이에요" : null}
			</p>
		</div>
	);
}

it("translated_text_is_inserted_and_removed", () => {
	tolerateTranslation(Node.prototype);
	render(<Screen />);
	const press = () => act(() => screen.getByRole("button").click());
	translate(screen.getByTestId("text").firstChild ?? undefined, "not yet");
	press();
	expect(screen.getByText("하나")).toBeInTheDocument();
	press();
	expect(screen.queryByText("하나")).toBeNull();
	expect(screen.getByRole("button")).toBeInTheDocument();
});

it("removal_of_foreign_child_changes_nothing", () => {
	tolerateTranslation(Node.prototype);
	const [place, other] = [document.createElement("p"), document.createElement("b")];
	expect(place.removeChild(other)).toBe(other);
	place.append(other);
	place.removeChild(other);
	expect(place.childNodes).toHaveLength(0);
	place.insertBefore(other, document.createElement("i"));
	expect(place.firstChild).toBe(other);
});
