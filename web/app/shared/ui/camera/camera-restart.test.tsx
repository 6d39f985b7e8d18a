import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/tongue.json";
import { PhotoButtons } from "../photo-buttons";

bundleKo("tongue", ko);

class Track extends EventTarget {
	readyState = "live";
	muted = false;
	stop = vi.fn();
	change(event: "ended" | "mute" | "unmute", change: Partial<Pick<Track, "muted" | "readyState">>): void {
		Object.assign(this, change);
		act(() => void this.dispatchEvent(new Event(event)));
	}
}

let tracks: Track[] = [];
let getUserMedia = vi.fn();
let visibility = vi.spyOn(document, "visibilityState", "get");
const play = vi.fn(async () => undefined);

function show(state: "visible" | "hidden"): void {
	visibility.mockReturnValue(state);
	act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

beforeEach(() => {
	tracks = [];
	play.mockClear();
	HTMLMediaElement.prototype.play = play;
	visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
	getUserMedia = vi.fn(async () => {
		const track = new Track();
		tracks.push(track);
		return { getTracks: () => [track] };
	});
	vi.stubGlobal("navigator", { ...navigator, mediaDevices: { getUserMedia } });
	vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const shutter = () => screen.findByRole("button", { name: "찍기" });

/** The camera has been running for a while. */
async function open(): Promise<Track> {
	render(<PhotoButtons onPick={vi.fn()} />);
	await userEvent.click(screen.getByRole("button", { name: "촬영하기" }));
	await waitFor(async () => expect(await shutter()).toBeEnabled());
	await vi.advanceTimersByTimeAsync(10_000);
	return tracks[0] as Track;
}

it("camera_ended_by_other_app_starts_on_return", async () => {
	const track = await open();
	show("hidden");
	track.change("ended", { readyState: "ended" });
	expect(getUserMedia).toHaveBeenCalledOnce();
	show("visible");
	await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
	expect(track.stop).toHaveBeenCalled();
	await waitFor(async () => expect(await shutter()).toBeEnabled());
});

it("camera_ended_in_view_starts_again", async () => {
	const track = await open();
	track.change("ended", { readyState: "ended" });
	await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
});

it("muted_camera_is_awaited_then_started", async () => {
	const track = await open();
	show("hidden");
	track.change("mute", { muted: true });
	show("visible");
	await vi.advanceTimersByTimeAsync(500);
	expect(getUserMedia).toHaveBeenCalledOnce();
	await vi.advanceTimersByTimeAsync(1_000);
	await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
});

it("paused_video_is_played_on_return", async () => {
	const track = await open();
	show("hidden");
	track.change("mute", { muted: true });
	play.mockClear();
	show("visible");
	track.change("unmute", { muted: false });
	await vi.advanceTimersByTimeAsync(2_000);
	expect(play).toHaveBeenCalled();
	expect(getUserMedia).toHaveBeenCalledOnce();
});

it("failed_restart_offers_other_ways", async () => {
	const track = await open();
	getUserMedia.mockRejectedValueOnce(new DOMException("", "NotReadableError"));
	track.change("ended", { readyState: "ended" });
	expect(await screen.findByText("카메라가 꺼졌어요")).toBeInTheDocument();
	expect(screen.getByRole("button", { name: "휴대폰 카메라 앱으로 찍기" })).toBeInTheDocument();
	expect(screen.getAllByRole("button", { name: "앨범에서 선택" })).toHaveLength(2);
	await userEvent.click(screen.getByRole("button", { name: "카메라 다시 켜기" }));
	await waitFor(async () => expect(await shutter()).toBeEnabled());
});

it("camera_that_ends_at_once_is_not_restarted", async () => {
	const first = await open();
	first.change("ended", { readyState: "ended" });
	await waitFor(() => expect(tracks).toHaveLength(2));
	await waitFor(async () => expect(await shutter()).toBeEnabled());
	tracks[1]?.change("ended", { readyState: "ended" });
	expect(await screen.findByText("카메라가 꺼졌어요")).toBeInTheDocument();
	expect(getUserMedia).toHaveBeenCalledTimes(2);
});
