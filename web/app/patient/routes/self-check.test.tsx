import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import { loadPatient } from "~/patient/session/session";
import { db } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { empty, problem, unauthorized } from "../../../mocks/responses";
import { stubCanvas } from "../../../test/canvas";
import { renderScreen, signedIn } from "../../../test/render";
import SelfCheck from "./self-check";

const show = () => renderScreen(SelfCheck, "/self-check", { person: true });
const photo = () => new File(["photo"], "tongue.png", { type: "image/png" });
const consent = {
	kind: "health",
	recipient: null,
	version: "1",
	givenAt: "2026-11-01T00:00:00Z",
	withdrawnAt: null,
};

beforeEach(stubCanvas);

it("sends a signed-out visitor to sign-in", async () => {
	await loadPatient();
	show();
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent(
		"/auth/signin?redirect=%2Fself-check",
	);
});

it("asks for consent once, before the first photo, and says that AI makes the score", async () => {
	await signedIn();
	const { user } = show();
	expect(screen.getByText(/이 점수는 AI가 만들어요/)).toBeInTheDocument();
	await user.click(await screen.findByRole("button", { name: "동의하고 시작하기" }));
	expect(await screen.findByRole("button", { name: "촬영하기" })).toBeInTheDocument();
	expect(db.consents.map((consent) => consent.kind)).toEqual(["health"]);
});

it("asks to wait when the consent was requested too often", async () => {
	server.use(
		http.get(
			"/patients/consents",
			() => problem(429, "too_many_requests", "10초 뒤에 시도해 주세요.") as never,
		),
	);
	await signedIn();
	show();
	expect(await screen.findByRole("alert")).toHaveTextContent(
		"요청이 많았어요. 잠시 뒤에 다시 시도해 주세요.",
	);
	expect(screen.getByRole("button", { name: "다시 시도" })).toBeInTheDocument();
});

it("asks again after the consent was withdrawn", async () => {
	db.consents = [{ ...consent, kind: "health", withdrawnAt: "2026-11-02T00:00:00Z" }];
	await signedIn();
	show();
	expect(await screen.findByRole("button", { name: "동의하고 시작하기" })).toBeInTheDocument();
});

it("uploads straight to storage, hands the key in and goes to the result", async () => {
	db.consents = [{ ...consent, kind: "health" }];
	await signedIn();
	const seen: { upload?: unknown; file?: File; create?: Request; body?: unknown } = {};
	server.events.on("request:start", async ({ request }) => {
		const copy = request.clone();
		if (copy.url.includes("/patients/uploads")) seen.upload = await copy.json();
		if (copy.url.startsWith("https://storage.")) seen.file = (await copy.formData()).get("file") as File;
		if (copy.method === "POST" && copy.url.endsWith("/self-check")) {
			seen.create = copy;
			seen.body = await copy.clone().json();
		}
	});
	const { user } = show();
	await screen.findByRole("button", { name: "앨범에서 선택" });
	await user.upload(screen.getByLabelText("앨범에서 선택", { selector: "input" }), photo());
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/self-check/6");
	expect(seen.upload).toEqual({ filename: "tongue.jpg", contentType: "image/jpeg", size: 5 });
	expect(seen.file?.type).toBe("image/jpeg");
	expect(seen.body).toEqual({ url: "mock/tongue.jpg" });
	expect(seen.create?.headers.get("Prefer")).toBe("wait=10");
	expect(seen.create?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
	server.events.removeAllListeners();
});

it("tries a lost hand-in again with the same key and without storing the photo twice", async () => {
	db.consents = [{ ...consent, kind: "health" }];
	await signedIn();
	const keys: (string | null)[] = [];
	let stored = 0;
	server.events.on("request:start", ({ request }) => {
		if (request.url.startsWith("https://storage.")) stored += 1;
		if (request.method === "POST" && request.url.endsWith("/self-check")) {
			keys.push(request.headers.get("Idempotency-Key"));
		}
	});
	server.use(http.post("/patients/tcis/self-check", () => HttpResponse.error(), { once: true }));
	const { user } = show();
	await screen.findByRole("button", { name: "앨범에서 선택" });
	await user.upload(screen.getByLabelText("앨범에서 선택", { selector: "input" }), photo());
	expect(await screen.findByText(/연결이 끊겨 사진을 보내지 못했어요/)).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "다시 시도" }));
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/self-check/6");
	expect(stored).toBe(1);
	expect(keys).toEqual([keys[0], keys[0]]);
	server.events.removeAllListeners();
});

it.each([
	["a 503 after the server saved it", "the same", problem(503, "unavailable", "잠시 문제가 생겼어요.")],
	["a proxy’s 502 without a body", "the same", empty(502)],
	["a call that is still in progress", "the same", problem(409, "in_progress", "처리하고 있어요.")],
	["a rejection", "a new", problem(422, "validation", "사진을 받을 수 없어요.")],
])("after %s, retries with %s key", async (_, key, response) => {
	db.consents = [{ ...consent, kind: "health" }];
	await signedIn();
	const keys: (string | null)[] = [];
	server.events.on("request:start", ({ request }) => {
		if (request.method === "POST" && request.url.endsWith("/self-check"))
			keys.push(request.headers.get("Idempotency-Key"));
	});
	server.use(http.post("/patients/tcis/self-check", () => response as never, { once: true }));
	const { user } = show();
	await screen.findByRole("button", { name: "앨범에서 선택" });
	await user.upload(screen.getByLabelText("앨범에서 선택", { selector: "input" }), photo());
	await user.click(await screen.findByRole("button", { name: "다시 시도" }));
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/self-check/6");
	expect(keys).toHaveLength(2);
	expect(keys[0] === keys[1]).toBe(key === "the same");
	server.events.removeAllListeners();
});

it("keeps a photo when the session has run out, and sends it once the same person is back", async () => {
	db.consents = [{ ...consent, kind: "health" }];
	const refuseOnce = () =>
		server.use(
			http.post("/patients/uploads", () => unauthorized(), {
				once: true,
			}),
		);
	const pick = async () => {
		await signedIn();
		refuseOnce();
		const { user, unmount } = show();
		await screen.findByRole("button", { name: "앨범에서 선택" });
		await user.upload(screen.getByLabelText("앨범에서 선택", { selector: "input" }), photo());
		expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent(
			"/auth/signin?redirect=%2Fself-check",
		);
		unmount();
	};

	await pick();
	await signedIn();
	const { unmount } = show();
	await waitFor(() =>
		expect(screen.getByRole("status", { name: "address" })).toHaveTextContent("/self-check/6"),
	);
	unmount();

	await pick();
	db.patient = { ...db.patient, id: 2 };
	await signedIn();
	show();
	await screen.findByRole("button", { name: "앨범에서 선택" });
	expect(screen.queryByRole("status", { name: "address" })).toBeNull();
	expect(db.tcis).toHaveLength(6);
});

it("says that a file is no photo, and that one stays too big", async () => {
	db.consents = [{ ...consent, kind: "health" }];
	await signedIn();
	const { user } = show();
	await screen.findByRole("button", { name: "앨범에서 선택" });
	const album = screen.getByLabelText("앨범에서 선택", { selector: "input" });
	HTMLCanvasElement.prototype.toBlob = (done) => done({ size: 3 * 1024 * 1024 } as Blob);
	await user.upload(album, photo());
	expect(await screen.findByText(/2MB 이하로 압축하지 못했어요/)).toBeInTheDocument();
	URL.createObjectURL = () => {
		throw new Error("jsdom has no addresses for files");
	};
	globalThis.createImageBitmap = () => Promise.reject(new Error("no image"));
	await user.upload(album, photo());
	const message = await screen.findByText(/사진 파일이 아니에요/);
	// A retry would not help, so there is no button.
	expect(message.parentElement?.children).toHaveLength(2);
});

it("sends once, however often a photo is chosen meanwhile", async () => {
	db.consents = [{ ...consent, kind: "health" }];
	await signedIn();
	let uploads = 0;
	server.events.on("request:start", ({ request }) => {
		if (request.url.endsWith("/patients/uploads")) uploads += 1;
	});
	show();
	await screen.findByRole("button", { name: "앨범에서 선택" });
	const album = screen.getByLabelText("앨범에서 선택", { selector: "input" });
	Object.defineProperty(album, "files", { value: [photo()] });
	act(() => {
		fireEvent.change(album);
		fireEvent.change(album);
	});
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/self-check/6");
	expect(uploads).toBe(1);
	server.events.removeAllListeners();
});
