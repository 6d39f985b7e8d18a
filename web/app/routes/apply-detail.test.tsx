import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { problem } from "../../mocks/answers";
import { clinicDb } from "../../mocks/clinic-db";
import { server } from "../../mocks/node";
import { renderScreen, signedIn } from "../../test/render";
import ApplyDetail from "./apply-detail";

const show = (id: number | string) =>
	renderScreen(ApplyDetail, `/apply-history/${id}`, { path: "/apply-history/:id", person: true });

beforeEach(signedIn);

it("shows where it stands, what was told, both analyses and what the cleaning changed", async () => {
	show(101);
	expect(await screen.findByText("완료")).toBeInTheDocument();
	expect(screen.getByText("접수일").closest("p")).toHaveTextContent("2026-11-05");
	for (const text of ["혀봄치과의원", "김하늘", "1991.04.12", "여", "010-1234-5678"]) {
		expect(screen.getByText(text)).toBeInTheDocument();
	}
	const before = within(screen.getByRole("region", { name: "세척 전" }));
	expect(before.getByText("주의")).toBeInTheDocument();
	expect(before.getByText("한지훈 원장")).toBeInTheDocument();
	expect(before.getByRole("link", { name: "세척 전 결과 자세히" })).toHaveAttribute(
		"href",
		"/tcis/101/detail/201",
	);
	const change = within(screen.getByRole("region", { name: "세척 전후 비교" }));
	expect(change.getByText("세척 후 39%p 깨끗해졌어요.")).toBeInTheDocument();
	expect(change.getByText("뒤쪽 왼쪽: 2점에서 1점, 좋아짐")).toBeInTheDocument();
	expect(screen.queryByRole("button", { name: "신청 취소하기" })).toBeNull();
});

it("says 'ready' before a picture is read, and compares only what is alike", async () => {
	show(105);
	const after = within(await screen.findByRole("region", { name: "세척 후" }));
	expect(after.getByText("준비 중")).toBeInTheDocument();
	expect(screen.queryByRole("region", { name: "세척 전후 비교" })).toBeNull();
});

it("takes an open application back after asking once, and shows it at once", async () => {
	const { user } = show(105);
	await user.click(await screen.findByRole("button", { name: "신청 취소하기" }));
	await user.click(screen.getByRole("button", { name: "취소하기" }));
	expect(await screen.findByText("취소된 신청이에요.")).toBeInTheDocument();
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(clinicDb.applications.find((each) => each.id === 105)?.status).toBe(-1);
});

it("says why it cannot be taken back", async () => {
	server.use(
		http.put("*/patients/tcis/:id", () => problem(409, "illegal_transition", "이미 끝난 신청이에요.")),
	);
	const { user } = show(105);
	await user.click(await screen.findByRole("button", { name: "신청 취소하기" }));
	await user.click(screen.getByRole("button", { name: "취소하기" }));
	expect(await screen.findByText("이미 끝난 신청이에요.")).toBeInTheDocument();
});

it.each([102, 9999, "abc"])("answers another's, an unknown and a wrong id (%s) alike", async (id) => {
	show(id);
	expect(await screen.findByText("신청을 찾을 수 없어요")).toBeInTheDocument();
});

it("labels the AI's scores as the AI's and the experts' as theirs", async () => {
	const { unmount } = show(101);
	expect((await screen.findAllByText("전문가 점수")).length).toBe(3);
	expect(screen.queryByText("AI 점수")).toBeNull();
	unmount();
	show(105);
	const before = within(await screen.findByRole("region", { name: "세척 전" }));
	expect(before.getByText("AI 점수")).toBeInTheDocument();
});
