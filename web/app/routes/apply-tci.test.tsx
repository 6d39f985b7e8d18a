import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { headerAt, stepWithin } from "~/features/tci/apply-header";
import { problem } from "../../mocks/answers";
import { clinicDb } from "../../mocks/clinic-db";
import { INSTITUTIONS } from "../../mocks/clinic-seeds";
import { db } from "../../mocks/db";
import { server } from "../../mocks/node";
import { renderScreen, signedIn } from "../../test/render";
import ApplyTci from "./apply-tci";

const show = (query = "") => renderScreen(ApplyTci, `/apply-tci${query}`, { person: true });
const CLINIC = INSTITUTIONS[1] as (typeof INSTITUTIONS)[number];
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const agreeTo = (name: string) => screen.findByRole("checkbox", { name: new RegExp(name) });

beforeEach(async () => {
	vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	await signedIn();
});

async function find(user: ReturnType<typeof show>["user"], text: string) {
	await user.type(await screen.findByRole("searchbox", { name: "치과 찾기" }), text);
	return screen.findByRole("button", { name: new RegExp(CLINIC.name) });
}

async function applyOnce(user: ReturnType<typeof show>["user"]) {
	await user.click(await find(user, "맑은숨"));
	await heading("누가 받으시나요?");
	for (const name of ["건강정보", CLINIC.name]) await user.click(await agreeTo(name));
	await user.click(screen.getByRole("button", { name: "신청하기" }));
	await heading("기본 정보");
}

it("goes from the clinic to the confirmation and makes one application", async () => {
	const count = clinicDb.applications.length;
	const { user } = show();
	expect(await heading("어느 치과에서 받으시나요?")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "홈으로 돌아가기" })).toHaveAttribute("href", "/");
	await applyOnce(user);
	expect(db.consents.slice(0, 2)).toMatchObject([
		{ kind: "provide", recipient: { kind: "clinic", id: CLINIC.id, name: CLINIC.name } },
		{ kind: "health", recipient: null },
	]);
	expect(screen.getByRole("textbox", { name: "생년월일" })).toHaveValue("19910412");
	await user.click(screen.getByRole("button", { name: "다음" }));
	expect(await screen.findByText("김하늘 님의 신청이 접수되었어요")).toBeInTheDocument();
	expect(screen.getByText(CLINIC.address)).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "홈으로 바로가기" })).toHaveAttribute("href", "/");
	const made = clinicDb.applications.slice(count);
	expect(made.map(({ institution, patientInstitution }) => [institution?.id, patientInstitution])).toEqual([
		[CLINIC.id, { name: "김하늘", birth: "19910412", gender: 1, phoneNumber: "01012345678" }],
	]);
});

it("changes the application in step 2, and again from step 1, without making another", async () => {
	const count = clinicDb.applications.length;
	const { user } = show();
	await applyOnce(user);
	const name = screen.getByRole("textbox", { name: "이름" });
	await user.clear(name);
	await user.type(name, "김하람");
	await user.click(screen.getByRole("button", { name: "이전" }));
	expect(await heading("누가 받으시나요?")).toHaveFocus();
	expect(screen.getByRole("textbox", { name: "이름" })).toHaveValue("김하람");
	await user.click(screen.getByRole("button", { name: "다음" }));
	await heading("기본 정보");
	await user.click(screen.getByRole("button", { name: "다음" }));
	await screen.findByText("김하람 님의 신청이 접수되었어요");
	expect(clinicDb.applications).toHaveLength(count + 1);
	expect(clinicDb.applications.at(-1)?.patientInstitution.name).toBe("김하람");
});

it("says what is wrong in a field and hands nothing in", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await heading("누가 받으시나요?");
	const birth = screen.getByRole("textbox", { name: "생년월일" });
	await user.clear(birth);
	await user.type(birth, "20991231");
	await user.click(screen.getByRole("button", { name: "신청하기" }));
	expect(await screen.findByText("생년월일을 올바르게 입력해주세요.")).toBeInTheDocument();
	expect(birth).toHaveFocus();
	await user.clear(birth);
	await user.type(birth, "1991.04.12");
	await user.click(screen.getByRole("button", { name: "신청하기" }));
	expect(await screen.findAllByText("동의해야 신청할 수 있어요.")).toHaveLength(2);
	expect(db.consents).toEqual([]);
});

it("says the exact words when nothing is found, and offers the clinic of the last days", async () => {
	const last = clinicDb.applications.at(-1);
	if (last) last.createdAt = new Date().toISOString();
	const { user } = show();
	expect(await screen.findByRole("heading", { name: "최근에 신청한 치과" })).toBeInTheDocument();
	expect(screen.getByText("혀봄치과의원")).toBeInTheDocument();
	await user.type(screen.getByRole("searchbox"), "없는 곳");
	expect(await screen.findByText("일치하는 검색 결과가 없습니다. 다시 확인해주세요.")).toBeInTheDocument();
});

it("keeps the draft across a reload, and forgets another person's", async () => {
	const first = show();
	await first.user.click(await find(first.user, "맑은숨"));
	const name = await screen.findByRole("textbox", { name: "이름" });
	await first.user.clear(name);
	await first.user.type(name, "이서준");
	first.unmount();
	const again = show("?step=1");
	expect(await screen.findByRole("textbox", { name: "이름" })).toHaveValue("이서준");
	expect(screen.getByText(CLINIC.name)).toBeInTheDocument();
	again.unmount();
	db.patient = { ...db.patient, id: 2 };
	await signedIn();
	show("?step=1");
	expect(await heading("어느 치과에서 받으시나요?")).toBeInTheDocument();
});

it("tries a lost application again with the same key", async () => {
	const keys: (string | null)[] = [];
	server.events.on("request:start", ({ request }) => {
		if (request.method === "POST") keys.push(request.headers.get("Idempotency-Key"));
	});
	server.use(http.post("*/patients/tcis", () => Response.error(), { once: true }));
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await heading("누가 받으시나요?");
	for (const name of ["건강정보", CLINIC.name]) await user.click(await agreeTo(name));
	await user.click(screen.getByRole("button", { name: "신청하기" }));
	expect(await screen.findByText(/서버에 연결하지 못했어요/)).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "신청하기" }));
	await heading("기본 정보");
	expect(keys).toEqual([keys[0], keys[0]]);
	expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
	server.events.removeAllListeners();
});

it("leads back to the clinics when the chosen one takes no applications any more", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await heading("누가 받으시나요?");
	clinicDb.closed.add(CLINIC.id);
	for (const name of ["건강정보", CLINIC.name]) await user.click(await agreeTo(name));
	await user.click(screen.getByRole("button", { name: "신청하기" }));
	expect(await heading("어느 치과에서 받으시나요?")).toBeInTheDocument();
	expect(screen.getByText(/이 치과는 지금 신청을 받지 않아요/)).toBeInTheDocument();
});

it.each(["99", "abc", "-1"])("says that the clinic %s of the address is not there", async (id) => {
	show(`?institutionId=${id}`);
	expect(await screen.findByText(/이 치과는 지금 신청을 받지 않아요/)).toBeInTheDocument();
	expect(screen.getByRole("searchbox")).toBeInTheDocument();
});

it("goes on without the change when the clinic has taken the application meanwhile", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await heading("누가 받으시나요?");
	for (const name of ["건강정보", CLINIC.name]) await user.click(await agreeTo(name));
	await user.click(screen.getByRole("button", { name: "신청하기" }));
	await heading("기본 정보");
	server.use(http.put("*/patients/tcis/:id", () => problem(409, "illegal_transition", "이미 접수되었어요.")));
	await user.type(screen.getByRole("textbox", { name: "이름" }), "솔");
	await user.click(screen.getByRole("button", { name: "다음" }));
	expect(await screen.findByText("이미 접수되었어요.")).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "고치지 않고 계속하기" }));
	await waitFor(() => expect(screen.getByText(/신청이 접수되었어요/)).toBeInTheDocument());
});

it("shows the step's number and title", async () => {
	show();
	const steps = within(await screen.findByRole("list", { name: "신청 단계" }));
	expect(steps.getAllByRole("listitem")).toHaveLength(4);
	expect(screen.getByText("1단계 어느 치과에서 받으시나요?").parentElement).toHaveAttribute(
		"aria-current",
		"step",
	);
});

it("has a header of its own: another title and the way back at the first step only, none from step 7", () => {
	expect(headerAt(0)).toEqual({ title: "apply.headerFirst", back: true, hidden: false });
	expect(headerAt(3)).toEqual({ title: "apply.header", back: false, hidden: false });
	expect(headerAt(7).hidden).toBe(true);
	expect([stepWithin(null, 3), stepWithin("2", 1), stepWithin("x", 3), stepWithin("-1", 3)]).toEqual([
		0, 1, 0, 0,
	]);
});
