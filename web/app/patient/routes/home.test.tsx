import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Claim } from "~/domain/claim/types";
import { setLanguage } from "~/i18n/i18n";
import { loadPatient } from "~/patient/session/session";
import { clinicDb } from "../../../mocks/clinic-db";
import { completeRow } from "../../../mocks/clinic-seeds";
import { db } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { changeStore } from "../../../mocks/insurance-db";
import { server } from "../../../mocks/node";
import { empty, problem } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import Home from "./home";

const tile = (name: string | RegExp) => screen.getByRole("link", { name });

it("visitor_tile_leads_to_sign_in_and_back", async () => {
	await loadPatient();
	renderScreen(Home, "/");
	expect(tile(/디지털 TCI/)).toHaveAttribute("href", "/auth/signin?redirect=%2Fapply-tci");
	expect(tile("치과 보험서류 청구")).toHaveAttribute("href", "/auth/signin?redirect=%2Fapply-insurance");
	expect(tile(/혀 자가 검진/)).toHaveAttribute("href", "/self-check");
});

it("patient_tiles_open_and_banner_in_new_tab", async () => {
	await signedIn();
	renderScreen(Home, "/");
	expect(screen.getByText("김하늘 님, 안녕하세요")).toBeInTheDocument();
	expect(tile(/디지털 TCI/)).toHaveAttribute("href", "/apply-tci");
	const banner = tile(/우리 병원도 함께할까요/);
	expect(banner).toHaveAttribute("target", "_blank");
	expect(banner).toHaveAttribute("rel", expect.stringContaining("noopener"));
});

it("home_renders_in_english", async () => {
	await loadPatient();
	await setLanguage("en");
	renderScreen(Home, "/");
	expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("How’s your tongue today?");
	expect(document.documentElement.lang).toBe("en");
	expect(localStorage.getItem("language")).toBe("en");
});

it("last_score_shows_change_and_reminder", async () => {
	vi.useFakeTimers({ now: new Date("2026-12-05T03:00:00Z"), shouldAdvanceTime: true });
	await signedIn();
	renderScreen(Home, "/");
	const last = await screen.findByRole("region", { name: "AI 혀 건강 점수" }, { timeout: 5_000 });
	expect(last).toHaveTextContent("39%");
	expect(last).toHaveTextContent("설태가 11%p 줄었어요 (지난번 50%).");
	expect(last).toHaveTextContent("2주 전에 확인했어요. 다시 확인할 때가 됐어요.");
	expect(within(last).getByRole("link", { name: "오늘도 자가 검진하기" })).toHaveAttribute(
		"href",
		"/self-check",
	);
	vi.useRealTimers();
});

it("last_score_is_that_of_the_newest_photo", async () => {
	const retaken = db.tcis.find(({ id }) => id === 1);
	if (retaken) retaken.shootingAt = "2026-12-01T01:00:00Z";
	await signedIn();
	renderScreen(Home, "/");
	const last = await screen.findByRole("region", { name: "AI 혀 건강 점수" }, { timeout: 5_000 });
	expect(last).toHaveTextContent("67%");
	expect(last).toHaveTextContent("(지난번 39%)");
});

it("open_tasks_show_next_step", async () => {
	await signedIn();
	renderScreen(Home, "/");
	const list = await screen.findByRole("region", { name: "진행 중인 일" }, { timeout: 5_000 });
	const rows = within(list).getAllByRole("listitem");
	expect(rows[0]).toHaveTextContent(/^보험서류 · .*결제를 마치면/);
	expect(rows[1]).toHaveTextContent(/^TCI 분석 · .*치과가 분석하고 있어요/);
});

it("home_without_checks_hides_score", async () => {
	db.tcis = [];
	await signedIn();
	renderScreen(Home, "/");
	await screen.findByRole("region", { name: "진행 중인 일" }, { timeout: 5_000 });
	expect(screen.queryByRole("region", { name: "AI 혀 건강 점수" })).toBeNull();
});

const OWN_APPLICATION = 105;
/** Failed calls are repeated before the screen shows their error. */
const AFTER_RETRIES = { timeout: 10_000 };

it.each([
	["accepted", { beforeTci: null }, "치과가 접수했어요. 방문해서 촬영해 주세요."],
	["photographed", {}, "치과가 분석하고 있어요."],
	[
		"half released",
		{
			beforeTci: completeRow(209, "2026-11-20", [1, 1, 1, 0, 0, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0, 0, 0, 0], ""),
		},
		"세척 전 결과가 나왔어요. 세척 후 분석이 남았어요.",
	],
])("application_%s_shows_its_progress", async (_, change, text) => {
	const application = clinicDb.applications.find(({ id }) => id === OWN_APPLICATION);
	if (!application) throw new Error("no application");
	Object.assign(application, change);
	await signedIn();
	renderScreen(Home, "/");
	const list = await screen.findByRole("region", { name: "진행 중인 일" }, { timeout: 5_000 });
	expect(within(list).getAllByRole("listitem")[1]).toHaveTextContent(text);
});

it("old_unpaid_claim_is_shown_among_newer_work", async () => {
	const application = clinicDb.applications.find(({ id }) => id === OWN_APPLICATION);
	if (!application) throw new Error("no application");
	for (const id of [901, 902]) clinicDb.applications.push({ ...application, id });
	changeStore(({ claims }) => {
		const done = claims.find(({ status }) => status === 2) as Claim;
		for (const id of [201, 202, 203, 204, 205]) claims.push({ ...done, id, downloadableUntil: null });
	});
	await signedIn();
	renderScreen(Home, "/");
	const list = await screen.findByRole("region", { name: "진행 중인 일" }, { timeout: 5_000 });
	expect(await within(list).findByText("결제를 마치면 치과로 보내요.")).toBeInTheDocument();
	await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(3));
	expect(within(list).getByRole("link", { name: "진행 중인 일 6건 모두 보기" })).toBeInTheDocument();
});

it.each([
	["issued", true],
	["only_sent", false],
])("%s_claim_is_in_progress_%s", async (_, hasDocuments) => {
	changeStore(({ claims }) => {
		const done = claims.find(({ status }) => status === 2) as Claim;
		done.downloadableUntil = new Date(Date.now() + 86_400_000).toISOString();
		if (!hasDocuments) done.documents = [];
	});
	await signedIn();
	renderScreen(Home, "/");
	const list = await screen.findByRole("region", { name: "진행 중인 일" }, { timeout: 5_000 });
	await within(list).findByText("결제를 마치면 치과로 보내요.");
	expect(within(list).queryAllByText(/까지 내려받을 수 있어요/)).toHaveLength(hasDocuments ? 1 : 0);
});

it("unknown_session_offers_retry_not_sign_in", async () => {
	server.use(http.get("/patients/me", () => problem(503, "unavailable", "서버가 잠시 쉬고 있어요.")));
	await signedIn();
	const { user } = renderScreen(Home, "/");
	expect(await screen.findByRole("alert")).toHaveTextContent("서버가 잠시 쉬고 있어요.");
	expect(tile(/디지털 TCI/)).toHaveAttribute("href", "/apply-tci");
	server.resetHandlers();
	await user.click(screen.getByRole("button", { name: "다시 시도" }));
	expect(await screen.findByText("김하늘 님, 안녕하세요")).toBeInTheDocument();
});

it("failed_checks_leave_other_parts_and_reload", async () => {
	await signedIn();
	server.use(http.get("/patients/tcis/self-check", () => empty(502) as never));
	const { user } = renderScreen(Home, "/");
	const list = await screen.findByRole("region", { name: "진행 중인 일" }, AFTER_RETRIES);
	expect(within(list).getAllByRole("listitem").length).toBeGreaterThan(1);
	const retry = await screen.findByRole("button", { name: "다시 시도" }, AFTER_RETRIES);
	server.resetHandlers();
	await user.click(retry);
	expect(await screen.findByRole("region", { name: "AI 혀 건강 점수" })).toBeInTheDocument();
});

it("failed_applications_leave_claims_and_reload", async () => {
	await signedIn();
	server.use(http.get("/patients/tcis", () => problem(500, "internal", "잠시 문제가 생겼어요.")));
	const { user } = renderScreen(Home, "/");
	const list = await screen.findByRole("region", { name: "진행 중인 일" }, AFTER_RETRIES);
	const retry = await within(list).findByRole("button", { name: "다시 시도" }, AFTER_RETRIES);
	expect(list).toHaveTextContent("보험서류");
	expect(list).not.toHaveTextContent("TCI 분석");
	server.resetHandlers();
	await user.click(retry);
	await waitFor(() => expect(screen.getByText(/TCI 분석 · /)).toBeInTheDocument());
});

it("expert_score_is_not_labeled_as_ai", async () => {
	await signedIn();
	const scored = db.tcis.reduce((last, tci) => (tci.id > last.id ? tci : last));
	scored.status = 2;
	if (scored.tciPicture)
		scored.tciPicture.score = { scores: [0, 0, 0, 0, 0, 0, 0, 0, 0], createdAt: "2026-11-22T03:00:00Z" };
	renderScreen(Home, "/");
	const last = await screen.findByRole("region", { name: "혀 건강 점수" }, { timeout: 5_000 });
	expect(last).toHaveTextContent("0%");
});
