import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { setLanguage } from "~/i18n/i18n";
import { loadPatient } from "~/lib/session";
import { renderScreen, signedIn } from "../../test/render";
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
	expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("How is your tongue today?");
	expect(document.documentElement.lang).toBe("en");
	expect(localStorage.getItem("language")).toBe("en");
});
