import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http as plain } from "msw";
import { beforeEach, expect, it } from "vitest";
import { db } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { stubCanvas } from "../../../test/canvas";
import { renderScreen, signedIn } from "../../../test/render";
import SelfCheck from "./self-check";

const HEALTH = {
	kind: "health",
	recipient: null,
	version: "1",
	givenAt: "2026-11-01T00:00:00Z",
	withdrawnAt: null,
};
const forever = () => new Promise<never>(() => undefined);

let requests: Request[] = [];
beforeEach(async () => {
	stubCanvas();
	URL.createObjectURL = () => "blob:photo";
	URL.revokeObjectURL = () => undefined;
	db.consents = [HEALTH];
	requests = [];
	server.events.removeAllListeners();
	server.events.on("request:start", ({ request }) => requests.push(request));
	await signedIn();
});

async function pick() {
	const { user } = renderScreen(SelfCheck, "/self-check", { person: true });
	await screen.findByRole("button", { name: "앨범에서 선택" });
	const album = screen.getByLabelText("앨범에서 선택", { selector: "input" });
	Object.defineProperty(album, "files", {
		value: [new File(["photo"], "tongue.png", { type: "image/png" })],
	});
	fireEvent.change(album);
	return user;
}
const requestTo = (end: string) =>
	requests.filter(({ method, url }) => method === "POST" && url.endsWith(end));

it("canceled_upload_is_aborted_and_keeps_photo", async () => {
	server.use(plain.post("https://storage.hyeobom.example/*", forever, { once: true }));
	const user = await pick();
	expect(await screen.findByText("사진을 보내고 있어요")).toBeInTheDocument();
	const [stored] = await waitFor(() => {
		const found = requests.filter(({ url }) => url.startsWith("https://storage."));
		expect(found).toHaveLength(1);
		return found;
	});
	// The key that picked the photo may still be pressed.
	expect(screen.getByRole("dialog")).toHaveFocus();
	await user.click(screen.getByRole("button", { name: "보내기 취소" }));
	expect(await screen.findByText("사진을 보내지 않았어요")).toBeInTheDocument();
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(stored?.signal.aborted).toBe(true);
	expect(await screen.findByRole("img", { name: "보내지 않은 사진" })).toBeInTheDocument();
	expect(requestTo("/self-check")).toEqual([]);
	await user.click(screen.getByRole("button", { name: "다시 시도" }));
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/self-check/6");
	expect(requestTo("/self-check")).toHaveLength(1);
});

it("preparing_photo_can_be_canceled", async () => {
	globalThis.createImageBitmap = forever;
	const user = await pick();
	await user.click(await screen.findByRole("button", { name: "보내기 취소" }));
	expect(await screen.findByRole("img", { name: "보내지 않은 사진" })).toBeInTheDocument();
	expect(requestTo("/patients/uploads")).toEqual([]);
});

// The check may exist already.
it("submitted_check_cannot_be_canceled", async () => {
	let finish: () => void = () => undefined;
	const held = new Promise<void>((resolve) => {
		finish = resolve;
	});
	server.use(
		http.post("/patients/tcis/self-check", async () => {
			await held;
			return HttpResponse.error();
		}),
	);
	await pick();
	expect(await screen.findByText("AI가 혀를 읽고 있어요")).toBeInTheDocument();
	expect(screen.queryByRole("button", { name: "보내기 취소" })).toBeNull();
	finish();
	expect(await screen.findByText(/연결이 끊겨 사진을 보내지 못했어요/)).toBeInTheDocument();
});
