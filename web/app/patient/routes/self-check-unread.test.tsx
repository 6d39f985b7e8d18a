import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { pollDelay } from "~/patient/features/self-check/queries";
import type { Tci } from "~/shared/api/types";
import { db, tciOf } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { unauthorized } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import Result from "./self-check-result";

const show = (id: number | string) =>
	renderScreen(Result, `/self-check/${id}`, { path: "/self-check/:id", person: true });

function serveResult(tci: Tci): void {
	db.tcis.push(tci);
	db.waits.set(tci.id, Number.POSITIVE_INFINITY);
}

const HEALTH = {
	kind: "health",
	recipient: null,
	version: "1",
	givenAt: "2026-11-01T00:00:00Z",
	withdrawnAt: null,
};

beforeEach(signedIn);

describe("while it is read", () => {
	it("pending_result_is_polled_until_ready", async () => {
		const pending = tciOf(6, "2026-11-21", null);
		db.tcis.push(pending);
		db.waits.set(6, 1);
		show(6);
		expect(await screen.findByText("AI가 혀를 읽고 있어요")).toBeInTheDocument();
		expect(await screen.findByText("혀 건강 점수", undefined, { timeout: 5_000 })).toBeInTheDocument();
	});

	it("slow_result_is_explained_after_a_minute", async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		serveResult(tciOf(6, "2026-11-21", null));
		show(6);
		expect(await screen.findByText("AI가 혀를 읽고 있어요")).toBeInTheDocument();
		await vi.advanceTimersByTimeAsync(61_000);
		expect(await screen.findByText("조금 더 걸리고 있어요")).toBeInTheDocument();
		expect(screen.getByRole("link", { name: "검진 기록으로 가기" })).toBeInTheDocument();
		vi.useRealTimers();
	});

	it("poll_delay_grows_over_time", () => {
		expect([0, 2_000, 60_000].map(pollDelay)).toEqual([700, 1_200, 10_000]);
	});
});

describe("a photo that cannot be read", () => {
	it.each([
		["no_tongue", "혀를 찾지 못했어요"],
		["too_dark", "사진이 너무 어두워요"],
		["too_bright", "사진이 너무 밝아요"],
		["blurred", "사진이 흔들렸어요"],
		["too_small", "혀가 너무 작게 나왔어요"],
		["cut_off", "혀가 화면 밖으로 잘렸어요"],
		["not_an_image", "사진 파일이 아니에요"],
		["too_large", "사진이 너무 커요"],
		["analysis_failed", "결과를 만들지 못했어요"],
		["something_new", "사진을 읽지 못했어요"],
	])("failure_%s_is_explained", async (code, title) => {
		db.consents = [HEALTH];
		serveResult({ ...tciOf(6, "2026-11-21", null), failure: { code, message: "서버의 설명" } });
		show(6);
		expect(await screen.findByRole("heading", { name: title })).toBeInTheDocument();
		expect(await screen.findByRole("button", { name: "촬영하기" })).toBeInTheDocument();
		expect(screen.getByRole("img", { name: "검진에 쓴 혀 사진" })).toBeInTheDocument();
		expect(screen.queryByText(code)).toBeNull();
		if (code === "something_new") expect(screen.getByText("서버의 설명")).toBeInTheDocument();
	});
});

it("refused_crop_can_be_reset_to_whole_photo", async () => {
	db.consents = [HEALTH];
	const refused = { ...tciOf(6, "2026-11-21", null), failure: { code: "no_tongue", message: "" } };
	if (refused.tciPicture) refused.tciPicture.coordinates = { left: 0, top: 0, width: 700, height: 700 };
	serveResult(refused);
	const { user } = show(6);
	expect(await screen.findByRole("heading", { name: "혀를 찾지 못했어요" })).toBeInTheDocument();
	expect(screen.getByRole("button", { name: "이미지 자르기" })).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "전체 사진으로 되돌리기" }));
	expect(await screen.findByText("AI가 혀를 읽고 있어요")).toBeInTheDocument();
});

describe("what can go wrong", () => {
	it("unknown_result_is_not_found", async () => {
		show(9999);
		expect(await screen.findByText("결과를 찾을 수 없어요")).toBeInTheDocument();
	});

	it("non_numeric_result_id_is_not_found", () => {
		show("abc");
		expect(screen.getByText("결과를 찾을 수 없어요")).toBeInTheDocument();
	});

	it("lost_connection_can_be_retried", async () => {
		server.use(http.get("/patients/tcis/self-check/{tciId}", () => HttpResponse.error()));
		const { user } = show(5);
		const retry = await screen.findByRole("button", { name: "다시 시도" }, { timeout: 5_000 });
		server.resetHandlers();
		await user.click(retry);
		expect(await screen.findByText("혀 건강 점수")).toBeInTheDocument();
	});

	it("expired_session_signs_in_and_returns", async () => {
		server.use(http.get("/patients/tcis/self-check/{tciId}", () => unauthorized()));
		show(5);
		await waitFor(() =>
			expect(screen.getByRole("status", { name: "address" })).toHaveTextContent(
				"/auth/signin?redirect=%2Fself-check%2F5",
			),
		);
		expect(document.cookie).not.toContain("authorization");
	});
});
