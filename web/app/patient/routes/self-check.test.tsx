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

it("visitor_is_sent_to_sign_in", async () => {
	await loadPatient();
	show();
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent(
		"/auth/signin?redirect=%2Fself-check",
	);
});

// The page also says that AI makes the score.
it("consent_comes_before_first_photo", async () => {
	await signedIn();
	const { user } = show();
	expect(screen.getByText(/이 점수는 AI가 만들어요/)).toBeInTheDocument();
	await user.click(await screen.findByRole("button", { name: "동의하고 시작하기" }));
	expect(await screen.findByRole("button", { name: "촬영하기" })).toBeInTheDocument();
	expect(db.consents.map((consent) => consent.kind)).toEqual(["health"]);
});

it("too_many_consent_requests_ask_to_wait", async () => {
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

it("withdrawn_consent_is_requested_again", async () => {
	db.consents = [{ ...consent, kind: "health", withdrawnAt: "2026-11-02T00:00:00Z" }];
	await signedIn();
	show();
	expect(await screen.findByRole("button", { name: "동의하고 시작하기" })).toBeInTheDocument();
});

// It goes straight to the storage; the API gets its key.
it("photo_is_uploaded_and_leads_to_result", async () => {
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
	const key = seen.create?.headers.get("Idempotency-Key");
	expect(key).toMatch(/^mock\/[0-9a-f]{32}\.jpg$/);
	expect(seen.body).toEqual({ url: key });
	expect(seen.create?.headers.get("Prefer")).toBe("wait=10");
	server.events.removeAllListeners();
});

// The photo is not stored twice.
it("lost_check_is_retried_with_same_key", async () => {
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
])("retry_after_%s_uses_%s_key", async (_, key, response) => {
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

// It is sent once the same patient is back, and never for another one.
it("photo_survives_session_expiry", async () => {
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

// A file that is no photo, and a photo that stays too large.
it("unusable_file_is_explained", async () => {
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

it("photo_chosen_twice_is_sent_once", async () => {
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
