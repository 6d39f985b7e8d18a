import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { setLanguage } from "~/i18n/i18n";
import { loadPatient } from "~/patient/session/session";
import { db } from "../../../mocks/db";
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
	const last = await screen.findByRole("region", { name: "혀 건강 점수" }, { timeout: 5_000 });
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
	expect(rows[0]).toHaveTextContent(/^TCI 분석 · .*치과가 접수했어요/);
	expect(rows.some((row) => /보험서류 · .*결제를 마치면/.test(row.textContent ?? ""))).toBe(true);
});

it("invites to nothing that is not there", async () => {
	db.tcis = [];
	await signedIn();
	renderScreen(Home, "/");
	await screen.findByRole("region", { name: "진행 중인 일" }, { timeout: 5_000 });
	expect(screen.queryByRole("region", { name: "혀 건강 점수" })).toBeNull();
});
