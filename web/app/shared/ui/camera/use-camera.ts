import { type RefObject, useEffect, useState } from "react";

/** The permission was denied, there is no camera, or it is in use. */
export type CameraProblem = "refused" | "missing" | "busy";
export type CameraState = "starting" | "live" | CameraProblem;
export type Facing = "environment" | "user";

const IDEAL_SIDE = 1920;
const QUALITY = 0.92;

/** Whether this browser supports a camera in the page. */
export const hasCamera = () => typeof navigator.mediaDevices?.getUserMedia === "function";

function problemOf(error: unknown): CameraProblem {
	const name = error instanceof DOMException ? error.name : "";
	if (name === "NotAllowedError" || name === "SecurityError") return "refused";
	return name === "NotFoundError" || name === "OverconstrainedError" ? "missing" : "busy";
}

/** Runs the camera in a video element while the component is mounted. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, facing: Facing): CameraState {
	const [state, setState] = useState<CameraState>("starting");
	useEffect(() => {
		let stream: MediaStream | null = null;
		let gone = false;
		const stop = () => {
			for (const track of stream?.getTracks() ?? []) track.stop();
		};
		const start = async () => {
			stream = await navigator.mediaDevices.getUserMedia({
				audio: false,
				video: { facingMode: { ideal: facing }, width: { ideal: IDEAL_SIDE }, height: { ideal: IDEAL_SIDE } },
			});
			if (gone || !video.current) return stop();
			video.current.srcObject = stream;
			await video.current.play();
			if (!gone) setState("live");
		};
		setState("starting");
		start().catch((error: unknown) => {
			stop();
			if (!gone) setState(problemOf(error));
		});
		return () => {
			gone = true;
			stop();
		};
	}, [video, facing]);
	return state;
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
