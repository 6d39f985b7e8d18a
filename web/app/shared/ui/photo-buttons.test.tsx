import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/tongue.json";
import { stubCanvas } from "../../../test/canvas";
import { Dialog } from "./dialog";
import { PhotoButtons } from "./photo-buttons";

bundleKo("tongue", ko);

const stop = vi.fn();

/** Mocks a camera with this response. */
function camera(answer: () => Promise<unknown>) {
	const getUserMedia = vi.fn(answer);
	vi.stubGlobal("navigator", { ...navigator, mediaDevices: { getUserMedia } });
	return getUserMedia;
}

const stream = async () => ({ getTracks: () => [Object.assign(new EventTarget(), { stop })] });

async function open(onPick = vi.fn()) {
	render(<PhotoButtons onPick={onPick} />);
	await userEvent.click(screen.getByRole("button", { name: "촬영하기" }));
	return onPick;
}

beforeEach(() => {
	stubCanvas();
	stop.mockClear();
	HTMLMediaElement.prototype.play = async () => undefined;
	URL.createObjectURL = () => "blob:photo";
	URL.revokeObjectURL = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

describe("the camera in the page", () => {
	it("taken_photo_is_reviewed_before_use", async () => {
		const media = camera(stream);
		const onPick = await open();
		const shutter = await screen.findByRole("button", { name: "찍기" });
		await waitFor(() => expect(shutter).toBeEnabled());
		expect(screen.getByText("혀를 끝까지 내밀어 선 안에 맞춰 주세요")).toBeInTheDocument();
		expect(media.mock.calls[0]).toMatchObject([
			{ audio: false, video: { facingMode: { ideal: "environment" } } },
		]);
		await userEvent.click(shutter);
		expect(await screen.findByRole("img", { name: "방금 찍은 사진" })).toBeInTheDocument();
		expect(onPick).not.toHaveBeenCalled();
		expect(stop).toHaveBeenCalled();
		await userEvent.click(screen.getByRole("button", { name: "이 사진 쓰기" }));
		expect(onPick).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type: "image/jpeg" }));
		expect(screen.queryByRole("dialog")).toBeNull();
	});

	it("camera_switch_stops_the_other_camera", async () => {
		const media = camera(stream);
		await open();
		await userEvent.click(await screen.findByRole("button", { name: "앞뒤 카메라 바꾸기" }));
		await waitFor(() => expect(media).toHaveBeenCalledTimes(2));
		expect(media.mock.calls[1]).toMatchObject([{ video: { facingMode: { ideal: "user" } } }]);
		expect(stop).toHaveBeenCalled();
	});

	it.each([
		["NotAllowedError", "카메라를 쓸 수 없어요"],
		["NotFoundError", "카메라를 찾지 못했어요"],
		["NotReadableError", "카메라를 켜지 못했어요"],
	])("camera_error_leads_to_other_ways: %s", async (name, title) => {
		camera(() => Promise.reject(new DOMException("", name)));
		await open();
		expect(await screen.findByText(title)).toBeInTheDocument();
		expect(screen.getByRole("button", { name: "휴대폰 카메라 앱으로 찍기" })).toBeInTheDocument();
		expect(screen.getAllByRole("button", { name: "앨범에서 선택" }).length).toBeGreaterThan(0);
	});
});

it("phone_camera_is_used_without_a_page_camera", async () => {
	const click = vi.spyOn(HTMLInputElement.prototype, "click");
	await open();
	expect(click.mock.contexts).toEqual([
		screen.getByLabelText("휴대폰 카메라 앱으로 찍기", { selector: "input" }),
	]);
	expect(screen.queryByRole("dialog")).toBeNull();
	click.mockRestore();
});

it("canceled_chooser_leaves_the_dialog_open", () => {
	const onClose = vi.fn();
	render(
		<Dialog title="다시 찍기" onClose={onClose}>
			<PhotoButtons onPick={vi.fn()} />
		</Dialog>,
	);
	fireEvent(
		screen.getByLabelText("앨범에서 선택", { selector: "input" }),
		new Event("cancel", { bubbles: true, cancelable: true }),
	);
	expect(onClose).not.toHaveBeenCalled();
});
