import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { CHILD, db, tciOf } from "../../mocks/db";
import { renderScreen, signedIn } from "../../test/render";
import History from "./self-check-history";

const show = () => renderScreen(History, "/self-check/history", { person: true });

beforeEach(signedIn);

it("lists the checks, newest first, under the score over time", async () => {
	show();
	const items = await screen.findAllByRole("listitem");
	expect(items.map((item) => item.textContent)).toEqual([
		expect.stringMatching(/^39%2026-11-20/),
		expect.stringMatching(/^50%2026-11-07/),
		expect.stringMatching(/^39%2026-10-21/),
		expect.stringMatching(/^56%2026-10-03/),
		expect.stringMatching(/^67%2026-09-12/),
	]);
	expect(screen.getByRole("img", { name: /^최근 5번의 점수 변화/ })).toBeInTheDocument();
});

it("loads more", async () => {
	db.tcis = Array.from({ length: 25 }, (_, at) => tciOf(at + 1, "2026-11-01", [1, 0, 0, 0, 0, 0, 0, 0, 0]));
	const { user } = show();
	expect(await screen.findAllByRole("listitem")).toHaveLength(20);
	await user.click(screen.getByRole("button", { name: "더 보기" }));
	expect(await screen.findByText("S-20261101-0001-1")).toBeInTheDocument();
	expect(screen.getAllByRole("listitem")).toHaveLength(25);
	expect(screen.queryByRole("button", { name: "더 보기" })).toBeNull();
});

it("invites to the first check when there is none", async () => {
	db.tcis = [];
	show();
	expect(await screen.findByText("아직 검진 기록이 없어요")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "첫 자가 검진 하기" })).toHaveAttribute("href", "/self-check");
});

it("keeps the checks of two people apart", async () => {
	db.people.push({ ...CHILD });
	const { id, name, relation } = CHILD;
	db.tcis.push({ ...tciOf(6, "2026-11-21", [2, 0, 0, 0, 0, 0, 0, 0, 0]), person: { id, name, relation } });
	const { user } = show();
	expect(await screen.findAllByRole("listitem")).toHaveLength(5);
	await user.click(await screen.findByRole("radio", { name: "김아이 · 자녀" }));
	await expect
		.poll(() => screen.getAllByRole("listitem").map((item) => item.textContent))
		.toEqual([expect.stringMatching(/2026-11-21/)]);
	expect(screen.getByRole("link", { name: /자가 검진|검진하기/ })).toHaveAttribute(
		"href",
		`/self-check?personId=${id}`,
	);
});
