import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { setLanguage } from "~/i18n/i18n";
import { loadPatient } from "~/patient/session/session";
import { clinicDb } from "../../../mocks/clinic-db";
import { completeRow } from "../../../mocks/clinic-seeds";
import { db } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { empty, problem } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import Home from "./home";

const tile = (name: string | RegExp) => screen.getByRole("link", { name });

it("sends a signed-out tap on a tile to sign-in and back", async () => {
	await loadPatient();
	renderScreen(Home, "/");
	expect(tile(/디지털 TCI/)).toHaveAttribute("href", "/auth/signin?redirect=%2Fapply-tci");
	expect(tile("치과 보험서류 청구")).toHaveAttribute("href", "/auth/signin?redirect=%2Fapply-insurance");
	expect(tile(/혀 자가 검진/)).toHaveAttribute("href", "/self-check");
});

it("opens the tiles for somebody signed in, and the banner in a new tab", async () => {
	await signedIn();
	renderScreen(Home, "/");
	expect(screen.getByText("김하늘 님, 안녕하세요")).toBeInTheDocument();
	expect(tile(/디지털 TCI/)).toHaveAttribute("href", "/apply-tci");
	const banner = tile(/우리 병원도 함께할까요/);
	expect(banner).toHaveAttribute("target", "_blank");
	expect(banner).toHaveAttribute("rel", expect.stringContaining("noopener"));
});

it("speaks English", async () => {
	await loadPatient();
	await setLanguage("en");
	renderScreen(Home, "/");
	expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("How’s your tongue today?");
	expect(document.documentElement.lang).toBe("en");
	expect(localStorage.getItem("language")).toBe("en");
});

it("shows the last score, its change and a reminder to somebody signed in", async () => {
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

it("shows what is under way with its next step", async () => {
	await signedIn();
	renderScreen(Home, "/");
	const list = await screen.findByRole("region", { name: "진행 중인 일" }, { timeout: 5_000 });
	const rows = within(list).getAllByRole("listitem");
	expect(rows[0]).toHaveTextContent(/^TCI 분석 · .*치과가 분석하고 있어요/);
	expect(rows.some((row) => /보험서류 · .*결제를 마치면/.test(row.textContent ?? ""))).toBe(true);
});

it("invites to nothing that is not there", async () => {
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
])("says how far an application is that is %s", async (_, change, text) => {
	const application = clinicDb.applications.find(({ id }) => id === OWN_APPLICATION);
	if (!application) throw new Error("no application");
	Object.assign(application, change);
	await signedIn();
	renderScreen(Home, "/");
	const list = await screen.findByRole("region", { name: "진행 중인 일" }, { timeout: 5_000 });
	expect(within(list).getAllByRole("listitem")[0]).toHaveTextContent(text);
});

it("offers a retry and no sign-in while the session is unknown", async () => {
	server.use(http.get("/patients/me", () => problem(503, "unavailable", "서버가 잠시 쉬고 있어요.")));
	await signedIn();
	const { user } = renderScreen(Home, "/");
	expect(await screen.findByRole("alert")).toHaveTextContent("서버가 잠시 쉬고 있어요.");
	expect(tile(/디지털 TCI/)).toHaveAttribute("href", "/apply-tci");
	server.resetHandlers();
	await user.click(screen.getByRole("button", { name: "다시 시도" }));
	expect(await screen.findByText("김하늘 님, 안녕하세요")).toBeInTheDocument();
});

it("shows the other parts when the checks cannot be loaded, and loads them again", async () => {
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

it("shows the claims when the applications cannot be loaded", async () => {
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

it("names the last score as the AI's only if no expert has scored it", async () => {
	await signedIn();
	const scored = db.tcis.reduce((last, tci) => (tci.id > last.id ? tci : last));
	scored.status = 2;
	if (scored.tciPicture)
		scored.tciPicture.score = { scores: [0, 0, 0, 0, 0, 0, 0, 0, 0], createdAt: "2026-11-22T03:00:00Z" };
	renderScreen(Home, "/");
	const last = await screen.findByRole("region", { name: "혀 건강 점수" }, { timeout: 5_000 });
	expect(last).toHaveTextContent("0%");
});
