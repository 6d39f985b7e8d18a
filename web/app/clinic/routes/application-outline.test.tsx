import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

const open = () => renderClinic("/clinic/applications/102");
const picture = () => clinicDb.applications.find((each) => each.id === 102)?.beforeTci?.tciPicture;
const press = async (user: ReturnType<typeof open>["user"], name: string) =>
	user.click(await screen.findByRole("button", { name }));
const surface = () => screen.findByRole("button", { name: /^혀 윤곽, 점/ });

/** Opens the editor, with one picture pixel per screen pixel. */
async function correct() {
	const shown = open();
	await press(shown.user, "윤곽 고치기");
	const button = await surface();
	button.getBoundingClientRect = () => new DOMRect(0, 0, picture()?.width ?? 0, picture()?.height ?? 0);
	const corners = Object.keys(picture()?.aiResult?.splition ?? {}).length;
	const first = picture()?.aiResult?.splition["0"] as [number, number];
	return { ...shown, button, corners, first };
}
const drag = (button: HTMLElement, [x, y]: [number, number], [toX, toY]: [number, number]) => {
	fireEvent.pointerDown(button, { button: 0, clientX: x, clientY: y });
	fireEvent.pointerMove(button, { clientX: (x + toX) / 2, clientY: (y + toY) / 2 });
	fireEvent.pointerMove(button, { clientX: toX, clientY: toY });
	fireEvent.pointerUp(button, { clientX: toX, clientY: toY });
};

beforeEach(staffSignedIn);

describe("the outline", () => {
	it("keyboard_corrects_undoes_and_saves_outline", async () => {
		const { user, button, corners, first } = await correct();
		expect(screen.getByText(`점 1/${corners} · AI 윤곽`)).toBeInTheDocument();
		button.focus();
		await user.keyboard("{ArrowRight}{Shift>}{ArrowDown}{/Shift}");
		expect(await screen.findByText(`점 1/${corners} · 고친 윤곽`)).toBeInTheDocument();
		await user.keyboard("{ArrowLeft}");
		await press(user, "되돌리기");
		await user.keyboard("{PageDown}");
		await press(user, "점 추가");
		expect(screen.getByText(`점 2/${corners + 1} · 고친 윤곽`)).toBeInTheDocument();
		await press(user, "점 삭제");
		await press(user, "고치기 마침");
		expect(screen.queryByRole("region", { name: "혀 윤곽 고치기" })).toBeNull();
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(picture()?.expertOutline).toHaveLength(corners);
		expect(picture()?.expertOutline?.[0]).toEqual([first[0] + 1, first[1] + 10]);
		expect(picture()?.aiResult?.splition["0"]).toEqual(first);
	});

	it("outline_is_dragged_and_reset_to_the_ai_one", async () => {
		const { user, button, first, container } = await correct();
		const to: [number, number] = [first[0] + 30, first[1] - 12];
		drag(button, first, to);
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(picture()?.expertOutline?.[0]).toEqual(to);
		await press(user, "고치기 마침");
		expect(container.querySelector("[data-part=outline] path")).not.toBeNull();
		await press(user, "윤곽 고치기");
		await press(user, "AI 윤곽으로");
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(picture()?.expertOutline).toBeNull();
	});

	it("drag_that_crosses_the_outline_is_reverted", async () => {
		const { user, button, corners, first } = await correct();
		const opposite = picture()?.aiResult?.splition[String(Math.floor(corners / 2))] as [number, number];
		drag(button, first, [2 * opposite[0] - first[0], 2 * opposite[1] - first[1]]);
		expect(screen.getByRole("alert")).toHaveTextContent("선이 서로 엇갈려서 되돌렸어요.");
		expect(screen.getByText(`점 1/${corners} · AI 윤곽`)).toBeInTheDocument();
		expect(screen.getByRole("button", { name: "되돌리기" })).toBeDisabled();
		await user.keyboard("{Tab}");
	});

	// Nobody has to drag.
	it("corner_is_moved_by_two_presses", async () => {
		const { user, button, first } = await correct();
		fireEvent.pointerDown(button, { button: 0, clientX: first[0], clientY: first[1] });
		fireEvent.pointerUp(button);
		const to: [number, number] = [first[0] - 60, first[1] - 10];
		fireEvent.pointerDown(button, { button: 0, clientX: to[0], clientY: to[1] });
		fireEvent.pointerUp(button);
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(picture()?.expertOutline?.[0]).toEqual(to);
	});

	// Nor does an application without a photo.
	it("ai_view_offers_no_outline_correction", async () => {
		const { user } = open();
		await screen.findByRole("button", { name: "윤곽 고치기" });
		await user.click(await screen.findByRole("radio", { name: "AI 결과" }));
		expect(screen.queryByRole("button", { name: "윤곽 고치기" })).toBeNull();
		const { user: other } = renderClinic("/clinic/applications/103");
		await other.click(document.body);
		expect(within(document.body).queryByRole("button", { name: "윤곽 고치기" })).toBeNull();
	});
});
