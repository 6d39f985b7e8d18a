import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { analysis } from "../../../mocks/clinic-seeds";
import { recordedConsents } from "../../../mocks/health-consents";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { stubCanvas } from "../../../test/canvas";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

const open = (id: number) => renderClinic(`/clinic/applications/${id}`);
const find = (id: number) => clinicDb.applications.find((each) => each.id === id);
const press = async (user: ReturnType<typeof open>["user"], name: string) =>
	user.click(await screen.findByRole("button", { name }));
const digits = async () =>
	within(await screen.findByRole("grid", { name: "아홉 칸의 점수" }))
		.getAllByRole("button")
		.map((cell) => cell.textContent)
		.join("");

beforeEach(() => {
	staffSignedIn();
	recordedConsents.clear();
});

describe("an application", () => {
	it("application_is_accepted_with_one_press", async () => {
		const { user } = open(104);
		await press(user, "접수하기");
		expect(await screen.findByRole("heading", { name: "세척 전 사진" })).toBeInTheDocument();
		expect(find(104)?.status).toBe(1);
	});

	it("application_is_canceled_after_confirmation", async () => {
		const { user } = open(104);
		await press(user, "그 밖의 작업");
		await user.click(await screen.findByRole("menuitem", { name: "신청 취소" }));
		await press(user, "취소하기");
		await waitFor(() => expect(find(104)?.status).toBe(-1));
	});

	it("application_lists_the_patients_earlier_ones", async () => {
		const { user } = open(105);
		await user.click(await screen.findByText("지난 분석 1건"));
		expect(await screen.findByRole("link", { name: /2026-11-05.*전 56% · 후 17%/ })).toBeInTheDocument();
	});

	it.each([9999, "abc"])("unknown_application_is_not_found: %s", async (id) => {
		renderClinic(`/clinic/applications/${id}`);
		expect(await screen.findByText("신청을 찾을 수 없어요")).toBeInTheDocument();
	});
});

describe("a photo", () => {
	const photo = () => new File(["photo"], "tongue.png", { type: "image/png" });
	beforeEach(stubCanvas);

	it("photo_is_sent_and_read_without_more_presses", async () => {
		const { user } = open(103);
		await screen.findByRole("heading", { name: "세척 전 사진" });
		await user.upload(screen.getByLabelText("앨범에서 선택", { selector: "input" }), photo());
		expect(await screen.findByText("AI 판독 중", { selector: "p" })).toBeInTheDocument();
		const fill = await screen.findByRole("button", { name: "AI 점수로 채우기" }, { timeout: 5_000 });
		await user.click(fill);
		expect(await digits()).toBe("122011000");
	});

	it("retried_photo_is_not_stored_twice", async () => {
		let stored = 0;
		server.events.on("request:start", ({ request }) => {
			if (request.url.startsWith("https://storage.")) stored += 1;
		});
		server.use(http.post("/institutions/tcis/{id}/pictures", () => HttpResponse.error(), { once: true }));
		const { user } = open(103);
		await screen.findByRole("heading", { name: "세척 전 사진" });
		await user.upload(screen.getByLabelText("앨범에서 선택", { selector: "input" }), photo());
		await press(user, "다시 시도");
		expect(await screen.findByText("AI 판독 중", { selector: "p" })).toBeInTheDocument();
		expect(stored).toBe(1);
		server.events.removeAllListeners();
	});

	it("photo_without_consent_is_not_stored", async () => {
		const applications: unknown[] = [];
		let stored = 0;
		server.events.on("request:start", ({ request }) => {
			if (request.url.startsWith("https://storage.")) stored += 1;
		});
		server.use(
			http.post("/institutions/tcis/generate", async ({ request }) => {
				applications.push((await request.json()).applicationId);
				return problem(409, "health_consent_missing", "동의를 먼저 받아 주세요.");
			}),
		);
		const { user } = open(103);
		await screen.findByRole("heading", { name: "세척 전 사진" });
		await user.upload(screen.getByLabelText("앨범에서 선택", { selector: "input" }), photo());
		expect(await screen.findByText("동의를 먼저 받아 주세요.")).toBeInTheDocument();
		expect(applications).toEqual([103]);
		expect(stored).toBe(0);
		server.events.removeAllListeners();
	});

	it.each([
		[422, "upload_expired", "another"],
		[503, "unavailable", "the same"],
	] as const)("photo_after_%s_%s_is_sent_with_%s_key", async (status, code, whichKey) => {
		const keys: (string | null)[] = [];
		server.events.on("request:start", ({ request }) => {
			if (request.url.endsWith("/pictures")) keys.push(request.headers.get("Idempotency-Key"));
		});
		const failure = () => problem(status, code, "올리지 못했어요.");
		server.use(http.post("/institutions/tcis/{id}/pictures", failure, { once: true }));
		const { user } = open(103);
		await screen.findByRole("heading", { name: "세척 전 사진" });
		await user.upload(screen.getByLabelText("앨범에서 선택", { selector: "input" }), photo());
		await press(user, "다시 시도");
		expect(await screen.findByText("AI 판독 중", { selector: "p" })).toBeInTheDocument();
		expect(keys).toHaveLength(2);
		expect(keys[0] === keys[1]).toBe(whichKey === "the same");
		server.events.removeAllListeners();
	});

	it("unreadable_photo_is_explained_with_a_retake", async () => {
		const application = find(103);
		if (application) {
			application.beforeTci = {
				...analysis(205, "2026-11-20", null),
				failure: { code: "blurred", message: "" },
			};
		}
		open(103);
		expect(await screen.findByRole("heading", { name: "사진이 흔들렸어요" })).toBeInTheDocument();
		expect(await screen.findByRole("button", { name: "촬영하기" })).toBeInTheDocument();
	});

	// The AI then reads the cropped part.
	it("photo_with_a_small_tongue_can_be_cropped", async () => {
		const application = find(103);
		const failed = analysis(205, "2026-11-20", null);
		const picture = failed.tciPicture && { ...failed.tciPicture, width: 900, height: 1200 };
		const failure = { code: "too_small", message: "" };
		if (application) application.beforeTci = { ...failed, tciPicture: picture, failure };
		open(103);
		expect(await screen.findByText("혀 부분만 잘라 저장하면 AI가 다시 읽어요.")).toBeInTheDocument();
		expect(screen.getByRole("button", { name: "이미지 자르기" })).toBeInTheDocument();
	});

	it("canceled_crop_keeps_nothing", async () => {
		const { user } = open(102);
		await press(user, "이미지 자르기");
		const dialog = await screen.findByRole("dialog", { name: "이미지 자르기" });
		expect(within(dialog).getByRole("slider", { name: "확대" })).toBeInTheDocument();
		expect(within(dialog).getByRole("button", { name: "저장" })).toBeDisabled();
		await user.click(within(dialog).getByRole("button", { name: "취소" }));
		expect(screen.queryByRole("dialog")).toBeNull();
		expect(sessionStorage).toHaveLength(0);
	});
});

describe("the consent of somebody who came by", () => {
	const walkIn = (id = 103) => {
		const own = find(id);
		if (own) Object.assign(own, { kind: "walk_in", patientId: null });
		recordedConsents.set(id, null);
		return id;
	};

	it("paper_consent_is_recorded_before_a_photo", async () => {
		const id = walkIn();
		const { user } = open(id);
		await screen.findByText("건강정보 동의가 필요해요");
		expect(screen.queryByRole("button", { name: "촬영하기" })).toBeNull();
		expect(screen.queryByLabelText("앨범에서 선택", { selector: "input" })).toBeNull();
		await press(user, "동의 받기");
		const sheet = within(await screen.findByRole("dialog", { name: "건강정보(민감정보) 처리 동의" }));
		await user.click(sheet.getByRole("button", { name: "동의 기록하기" }));
		expect(await sheet.findByText(/꼭 필요해요/)).toBeInTheDocument();
		await user.click(await sheet.findByRole("radio", { name: "종이 동의서" }));
		await user.type(sheet.getByRole("textbox", { name: "종이 동의서를 보관한 곳" }), "12번");
		await user.click(sheet.getByRole("button", { name: "동의 기록하기" }));
		expect(await screen.findByText(/종이로 동의했어요. \(보관: 12번\)/)).toBeInTheDocument();
		expect(await screen.findByRole("button", { name: "촬영하기" })).toBeInTheDocument();
	});

	it("consent_of_a_colleague_is_shown", async () => {
		const id = walkIn();
		const { user } = open(id);
		await press(user, "동의 받기");
		const sheet = within(await screen.findByRole("dialog", { name: "건강정보(민감정보) 처리 동의" }));
		await user.click(await sheet.findByRole("radio", { name: "종이 동의서" }));
		await user.type(sheet.getByRole("textbox", { name: "종이 동의서를 보관한 곳" }), "12번");
		const givenAt = "2026-11-20T03:00:00Z";
		recordedConsents.set(id, { kind: "paper", signer: "김하늘", paperReference: "3번", givenAt });
		await user.click(sheet.getByRole("button", { name: "동의 기록하기" }));
		expect(await screen.findByText(/종이로 동의했어요. \(보관: 3번\)/)).toBeInTheDocument();
	});

	it("retake_is_hidden_without_consent", async () => {
		open(walkIn(102));
		expect(await screen.findByText("건강정보 동의가 필요해요")).toBeInTheDocument();
		expect(await screen.findByRole("button", { name: "이미지 자르기" })).toBeInTheDocument();
		expect(screen.queryByRole("button", { name: "다시 촬영" })).toBeNull();
	});

	it("failed_photo_without_consent_is_explained", async () => {
		const failure = { code: "blurred", message: "" };
		const id = walkIn();
		const own = find(id);
		if (own) own.beforeTci = { ...analysis(205, "2026-11-20", null), failure };
		open(id);
		expect(await screen.findByText("건강정보 동의가 필요해요")).toBeInTheDocument();
		expect(await screen.findByRole("heading", { name: "사진이 흔들렸어요" })).toBeInTheDocument();
		expect(screen.queryByRole("button", { name: "촬영하기" })).toBeNull();
	});

	it("unknown_consent_allows_no_photo_until_retry", async () => {
		const forbidden = () => problem(403, "forbidden", "지금은 볼 수 없어요.");
		server.use(http.get("/institutions/tcis/{id}/health-consent", forbidden, { once: true }));
		const { user } = open(103);
		expect(await screen.findByText("건강정보 동의를 확인하지 못했어요")).toBeInTheDocument();
		expect(screen.queryByRole("button", { name: "촬영하기" })).toBeNull();
		await press(user, "다시 시도");
		expect(await screen.findByRole("button", { name: "촬영하기" })).toBeInTheDocument();
	});

	it("consent_is_signed_on_the_tablet", async () => {
		const id = walkIn();
		HTMLCanvasElement.prototype.getContext = (() => ({
			beginPath() {},
			moveTo() {},
			lineTo() {},
			stroke() {},
			clearRect() {},
		})) as never;
		HTMLCanvasElement.prototype.toDataURL = () => "data:image/png;base64,aW5r";
		const { user } = open(id);
		await press(user, "동의 받기");
		await press(user, "동의 기록하기");
		expect(await screen.findByText("꼭 필요해요.")).toBeInTheDocument();
		await user.pointer([
			{ keys: "[MouseLeft>]", target: await screen.findByRole("img", { name: "서명하는 곳" }) },
			{ keys: "[/MouseLeft]" },
		]);
		expect(screen.queryByText("꼭 필요해요.")).toBeNull();
		// A tap outside does not lose the signature.
		fireEvent.pointerDown(screen.getByRole("dialog"));
		await press(user, "동의 기록하기");
		await waitFor(() => expect(recordedConsents.get(id)?.kind).toBe("signature"));
	});
});
