import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clinicDb } from "../../mocks/clinic-db";
import { server } from "../../mocks/node";
import { renderClinic, staffSignedIn } from "../../test/render-clinic";

let asked: string[] = [];
beforeEach(() => {
	staffSignedIn();
	asked = [];
	server.events.on("request:start", ({ request }) => {
		if (/institutions\/tcis\?/.test(request.url)) asked.push(new URL(request.url).search);
	});
});
afterEach(() => server.events.removeAllListeners());

const rows = () => within(screen.getByRole("list", { name: "신청 목록" })).getAllByRole("link");

it("lists who applied: name, day, state, how far each picture is, what is unread", async () => {
	renderClinic("/clinic");
	await screen.findByText("이도윤");
	expect(rows().map((row) => row.getAttribute("href"))).toEqual(
		[105, 104, 103, 102, 101].map((id) => `/clinic/applications/${id}`),
	);
	const [first, second, third] = rows() as [HTMLElement, HTMLElement, HTMLElement];
	expect(first).toHaveTextContent(/김하늘.*읽지 않음.*2026-11-20.*전.*AI 판독.*후.*사진 없음.*접수/);
	expect(second).toHaveTextContent("대기");
	expect(third).toHaveTextContent("현장");
});

it("moves by up and down, also out of the search box, and opens by Enter", async () => {
	const { user } = renderClinic("/clinic");
	await screen.findByText("이도윤");
	await user.click(screen.getByRole("searchbox"));
	await user.keyboard("{ArrowDown}");
	expect(rows()[0]).toHaveFocus();
	await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
	expect(rows()[1]).toHaveFocus();
	await user.keyboard("{ArrowUp}{ArrowUp}");
	expect(rows()[0]).toHaveFocus();
	await user.keyboard("{ArrowDown}{Enter}");
	expect(await screen.findByRole("heading", { name: "접수 대기 중" })).toBeInTheDocument();
	expect(rows()[1]).toHaveAttribute("aria-current", "page");
});

it("asks by state, name, unread and days", async () => {
	const { user } = renderClinic("/clinic");
	await screen.findByText("이도윤");
	await user.selectOptions(screen.getByRole("combobox", { name: "상태" }), "대기");
	await waitFor(() => expect(asked.at(-1)).toContain("status=0"));
	await user.type(screen.getByRole("searchbox"), "이도");
	await waitFor(() => expect(asked.at(-1)).toContain("q=%EC%9D%B4%EB%8F%84"));
	await user.click(screen.getByRole("checkbox", { name: "안 읽음만" }));
	await waitFor(() => expect(asked.at(-1)).toContain("unread=true"));
	await waitFor(() => expect(rows()).toHaveLength(1));
	await user.type(screen.getByRole("searchbox"), "없음");
	expect(await screen.findByText("조건에 맞는 신청이 없어요.")).toBeInTheDocument();
});

it("registers somebody who walked in and opens the work", async () => {
	const { user } = renderClinic("/clinic");
	await user.click(await screen.findByRole("button", { name: /현장 접수/ }));
	await user.type(screen.getByRole("textbox", { name: "이름" }), "오서진");
	await user.type(screen.getByRole("textbox", { name: "생년월일" }), "19880302");
	await user.type(screen.getByRole("textbox", { name: "휴대폰 번호" }), "010-2345-6789");
	await user.click(screen.getByRole("button", { name: "등록하고 시작" }));
	expect(await screen.findByText("성별을 선택해주세요.")).toBeInTheDocument();
	await user.click(screen.getByRole("radio", { name: "남" }));
	await user.click(screen.getByRole("button", { name: "등록하고 시작" }));
	expect(await screen.findByRole("heading", { level: 1, name: /오서진/ })).toBeInTheDocument();
	expect(clinicDb.applications.at(-1)?.patientInstitution.phoneNumber).toBe("01023456789");
});

it("speaks English, in texts of its own", async () => {
	const { setLanguage } = await import("~/i18n/i18n");
	await setLanguage("en");
	renderClinic("/clinic");
	expect(await screen.findByText("Choose an application")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "Worklist" })).toBeInTheDocument();
});
