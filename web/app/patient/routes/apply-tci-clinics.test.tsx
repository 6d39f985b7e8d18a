import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { INSTITUTIONS } from "../../../mocks/clinic-seeds";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { profileDb } from "../../../mocks/profile";
import { problem } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import ApplyTci from "./apply-tci";

const show = () => renderScreen(ApplyTci, "/apply-tci", { person: true });
const CLINIC = INSTITUTIONS[1] as (typeof INSTITUTIONS)[number];
const FAR = INSTITUTIONS[2] as (typeof INSTITUTIONS)[number];

beforeEach(async () => {
	vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	await signedIn();
});

it("clinics_near_home_need_no_search", async () => {
	profileDb.parts.address = "서울 종로구 새문안로 1";
	const { user } = show();
	const near = within(await screen.findByRole("list", { name: "종로구에 있는 치과" }));
	const names = near.getAllByRole("listitem").map(({ textContent }) => textContent);
	expect(names).toEqual([expect.stringContaining("서울특별시 종로구")]);
	await user.click(near.getByRole("button", { name: /^맑은숨치과/ }));
	expect(await screen.findByRole("heading", { level: 1, name: "누가 받으시나요?" })).toBeInTheDocument();
});

const star = (name: string) => screen.findByRole("button", { name: `자주 가는 치과로 저장: ${name}` });
const headings = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

it("favorite_moves_to_the_top_next_time", async () => {
	profileDb.parts.address = "서울 종로구 새문안로 1";
	const first = show();
	const mark = await star(CLINIC.name);
	expect(mark).toHaveAttribute("aria-pressed", "false");
	expect(screen.getByText(/별을 누르면/)).toBeInTheDocument();
	await first.user.click(mark);
	await waitFor(() => expect(clinicDb.favorites).toEqual([CLINIC.id]));
	expect(mark).toHaveAttribute("aria-pressed", "true");
	expect(mark).toHaveFocus();
	expect(headings()).toEqual(["전에 이용한 치과", "종로구에 있는 치과"]);
	first.unmount();
	show();
	await screen.findByRole("list", { name: "자주 가는 치과" });
	expect(headings()).toEqual(["자주 가는 치과", "전에 이용한 치과"]);
	expect(await star(CLINIC.name)).toHaveAttribute("aria-pressed", "true");
	expect(screen.queryByText(/별을 누르면/)).not.toBeInTheDocument();
});

it("unmarked_favorite_stays_until_next_visit", async () => {
	clinicDb.favorites = [CLINIC.id];
	const { user } = show();
	await user.click(await star(CLINIC.name));
	await waitFor(() => expect(clinicDb.favorites).toEqual([]));
	expect(await star(CLINIC.name)).toHaveAttribute("aria-pressed", "false");
	expect(screen.getByRole("list", { name: "자주 가는 치과" })).toBeInTheDocument();
});

it("failed_mark_is_taken_back_and_explained", async () => {
	const full = () => problem(409, "too_many_favorites", "자주 가는 치과는 20곳까지 저장할 수 있어요.");
	server.use(http.put("/patients/institutions/{id}/favorite", full, { once: true }));
	const { user } = show();
	const mark = await star("혀봄치과의원");
	await user.click(mark);
	expect(await screen.findByRole("alert")).toHaveTextContent("자주 가는 치과는 20곳까지");
	expect(mark).toHaveAttribute("aria-pressed", "false");
	await user.click(mark);
	await waitFor(() => expect(mark).toHaveAttribute("aria-pressed", "true"));
	expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("search_lists_known_clinics_first", async () => {
	clinicDb.favorites = [FAR.id];
	const { user } = show();
	await screen.findByRole("list", { name: "자주 가는 치과" });
	await user.type(await screen.findByRole("combobox", { name: "치과 찾기" }), "치과");
	await screen.findByRole("option", { name: new RegExp(FAR.name) });
	const found = screen.getAllByRole("option").map(({ textContent }) => textContent ?? "");
	expect(found.map((text) => INSTITUTIONS.find(({ name }) => text.startsWith(name))?.id)).toEqual([
		INSTITUTIONS[0]?.id,
		FAR.id,
		CLINIC.id,
	]);
});

it("too_many_clinic_requests_ask_to_wait", async () => {
	server.use(
		http.get("/patients/institutions", () => problem(429, "too_many_requests", "10초 뒤에 시도해 주세요.")),
	);
	show();
	expect(await screen.findByRole("alert")).toHaveTextContent(
		"요청이 많았어요. 잠시 뒤에 다시 시도해 주세요.",
	);
});
