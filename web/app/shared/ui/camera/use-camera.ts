import { type RefObject, useEffect, useRef, useState } from "react";

/** The permission was denied, there is no camera, it is in use, or it stopped and did not start again. */
export type CameraProblem = "refused" | "missing" | "busy" | "lost";
export type CameraState = "starting" | "live" | CameraProblem;
export type Facing = "environment" | "user";

const IDEAL_SIDE = 1920;
const QUALITY = 0.92;
/** How long a track may be muted while the page is visible, as during the return from another app. */
const MAX_MUTED_MS = 1_000;
/** A camera that stops sooner after its start is not started again. */
const MIN_LIVE_MS = 3_000;

function problemOf(error: unknown): CameraProblem {
	const name = error instanceof DOMException ? error.name : "";
	if (name === "NotAllowedError" || name === "SecurityError") return "refused";
	return name === "NotFoundError" || name === "OverconstrainedError" ? "missing" : "busy";
}

/**
 * Calls `onLost` once a visible page gets no more frames: phones end or mute the track, or pause the video, while
 * another app is in front. Returns a function that stops watching.
 */
function watchTrack(track: MediaStreamTrack, video: HTMLVideoElement, onLost: () => void): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const isVisible = () => document.visibilityState === "visible";
	const check = () => {
		clearTimeout(timer);
		if (!isVisible()) return;
		if (track.readyState === "ended") onLost();
		else if (track.muted) timer = setTimeout(() => track.muted && isVisible() && onLost(), MAX_MUTED_MS);
		else video.play().catch(() => undefined);
	};
	const events = ["ended", "mute", "unmute"] as const;
	for (const event of events) track.addEventListener(event, check);
	document.addEventListener("visibilitychange", check);
	return () => {
		clearTimeout(timer);
		for (const event of events) track.removeEventListener(event, check);
		document.removeEventListener("visibilitychange", check);
	};
}

/** Runs the camera in a video element while the component is mounted. Starts it again after another app took it. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, facing: Facing) {
	const [state, setState] = useState<CameraState>("starting");
	const [starts, setStarts] = useState(0);
	/** The camera that stopped and was started again. */
	const restarted = useRef<Facing | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: each start runs it again
	useEffect(() => {
		let stream: MediaStream | null = null;
		let gone = false;
		let stopWatching: (() => void) | undefined;
		const stop = () => {
			stopWatching?.();
			for (const track of stream?.getTracks() ?? []) track.stop();
		};
		const fail = (problem: CameraProblem) => {
			stop();
			if (!gone) setState(problem === "busy" && restarted.current === facing ? "lost" : problem);
		};
		const start = async () => {
			stream = await navigator.mediaDevices.getUserMedia({
				audio: false,
				video: { facingMode: { ideal: facing }, width: { ideal: IDEAL_SIDE }, height: { ideal: IDEAL_SIDE } },
			});
			const shown = video.current;
			if (gone || !shown) return stop();
			shown.srcObject = stream;
			await shown.play();
			const [track] = stream.getTracks();
			if (gone || !track) return;
			setState("live");
			const liveSince = Date.now();
			stopWatching = watchTrack(track, shown, () => {
				const isTooSoon = restarted.current === facing && Date.now() - liveSince < MIN_LIVE_MS;
				restarted.current = facing;
				if (isTooSoon) fail("busy");
				else setStarts((count) => count + 1);
			});
		};
		setState("starting");
		start().catch((error: unknown) => fail(problemOf(error)));
		return () => {
			gone = true;
			stop();
		};
	}, [video, facing, starts]);
	const restart = () => {
		// The video element is mounted again before the camera starts.
		setState("starting");
		setStarts((count) => count + 1);
	};
	return { state, restart };
}

/** Takes a photo of the current frame; null if the browser blocks reading from a canvas. */
export function takePhoto(video: HTMLVideoElement): Promise<File | null> {
	const canvas = document.createElement("canvas");
	canvas.width = video.videoWidth;
	canvas.height = video.videoHeight;
	canvas.getContext("2d")?.drawImage(video, 0, 0);
	return new Promise((resolve) =>
		canvas.toBlob(
			(photo) => resolve(photo && new File([photo], "tongue.jpg", { type: photo.type })),
			"image/jpeg",
			QUALITY,
		),
	);
}
