import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { useNavigate } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { stepWithin } from "~/patient/features/tci/apply-draft";
import { clinicDb } from "../../../mocks/clinic-db";
import { INSTITUTIONS } from "../../../mocks/clinic-seeds";
import { CHILD, db } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { dayIn, typeDay } from "../../../test/dates";
import { renderScreen, signedIn } from "../../../test/render";
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
	await user.type(await screen.findByRole("combobox", { name: "치과 찾기" }), text);
	return screen.findByRole("option", { name: new RegExp(CLINIC.name) });
}

const next = () => screen.findByRole("button", { name: "다음" });
const send = () => screen.getByRole("button", { name: "신청하기" });

async function toSummary(user: ReturnType<typeof show>["user"]) {
	await heading("누가 받으시나요?");
	await user.click(await next());
	await heading("신청 내용을 확인해 주세요");
	for (const name of ["건강정보", CLINIC.name]) await user.click(await agreeTo(name));
}

it("application_is_sent_once_from_summary", async () => {
	const count = clinicDb.applications.length;
	const { user } = show();
	expect(await heading("어느 치과에서 분석받으시겠어요?")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "홈으로 돌아가기" })).toHaveAttribute("href", "/");
	await user.click(await find(user, "맑은숨"));
	await toSummary(user);
	expect(screen.getByText("1991-04-12")).toBeInTheDocument();
	expect(clinicDb.applications).toHaveLength(count);
	await user.dblClick(send());
	expect(await screen.findByText("김하늘 님의 신청을 보냈어요")).toBeInTheDocument();
	expect(db.consents.slice(0, 2)).toMatchObject([
		{ kind: "provide", recipient: { kind: "clinic", id: CLINIC.id, name: CLINIC.name } },
		{ kind: "health", recipient: null },
	]);
	expect(screen.getByText(CLINIC.address)).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "홈으로" })).toHaveAttribute("href", "/");
	const made = clinicDb.applications.slice(count);
	expect(made.map(({ institution, patientInstitution }) => [institution?.id, patientInstitution])).toEqual([
		[CLINIC.id, { name: "김하늘", birth: "19910412", gender: 1, phoneNumber: "01012345678" }],
	]);
});

it("summary_parts_can_be_changed", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await toSummary(user);
	await user.click(screen.getByRole("button", { name: "받는 분 고치기" }));
	expect(await heading("누가 받으시나요?")).toHaveFocus();
	const name = screen.getByRole("textbox", { name: "이름" });
	await user.clear(name);
	await user.type(name, "김하람");
	await user.click(await next());
	expect(await screen.findByText("김하람")).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "치과 고치기" }));
	await user.click(await screen.findByRole("button", { name: /^혀봄치과의원/ }));
	await heading("신청 내용을 확인해 주세요");
	expect(screen.getByText("혀봄치과의원")).toBeInTheDocument();
	expect(screen.getByText("김하람")).toBeInTheDocument();
});

/** The wizard with a button that acts as the browser's Back. */
function ApplyWithBack() {
	const navigate = useNavigate();
	return (
		<>
			<button type="button" onClick={() => void navigate(-1)}>
				Back
			</button>
			<ApplyTci />
		</>
	);
}

// Even if parts were changed from the summary.
it("browser_back_visits_each_step_once", async () => {
	const { user } = renderScreen(ApplyWithBack, "/apply-tci", { person: true });
	const press = async (name: string | RegExp) => user.click(await screen.findByRole("button", { name }));
	const [first, second, last] = [
		"어느 치과에서 분석받으시겠어요?",
		"누가 받으시나요?",
		"신청 내용을 확인해 주세요",
	];
	await press(/^혀봄치과의원/);
	await heading(second);
	await press("다음");
	await heading(last);
	await press("받는 분 고치기");
	await heading(second);
	await press("이전");
	await heading(first);
	await press(/^혀봄치과의원/);
	await heading(last);
	await press("치과 고치기");
	await heading(first);
	await press(/^혀봄치과의원/);
	await heading(last);
	await press("받는 분 고치기");
	await heading(second);
	await press("다음");
	await heading(last);
	// There is nothing before the first step in this test, so the last Back changes nothing.
	for (const title of [second, first, first]) {
		await press("Back");
		await heading(title);
	}
});

it("next_application_starts_empty", async () => {
	const first = show(`?institutionId=${CLINIC.id}`);
	await first.user.type(await screen.findByRole("textbox", { name: "이름" }), "람");
	await toSummary(first.user);
	await first.user.click(send());
	await screen.findByText("김하늘람 님의 신청을 보냈어요");
	first.unmount();
	show("?step=2");
	expect(await heading("어느 치과에서 분석받으시겠어요?")).toBeInTheDocument();
	expect(sessionStorage.length).toBe(0);
});

it("server_error_is_shown_at_its_field", async () => {
	const refusal = problem(422, "validation", "값이 올바르지 않아요.", [
		{ field: "birth", code: "range", message: "이 생년월일로는 신청할 수 없어요." },
	]);
	server.use(http.post("/patients/tcis", () => refusal, { once: true }));
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await toSummary(user);
	await user.click(send());
	await heading("누가 받으시나요?");
	expect(await screen.findByText("이 생년월일로는 신청할 수 없어요.")).toBeInTheDocument();
});

it("invalid_application_is_not_sent", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await heading("누가 받으시나요?");
	await typeDay(user, "생년월일", "20991231");
	await user.click(await next());
	expect(await screen.findByText("생년월일을 올바르게 입력해주세요.")).toBeInTheDocument();
	expect(await screen.findByRole("group", { name: "생년월일" })).toContainElement(
		document.activeElement as HTMLElement,
	);
	await typeDay(user, "생년월일", "19910412");
	await user.click(await next());
	await heading("신청 내용을 확인해 주세요");
	await user.click(send());
	expect(await screen.findAllByText("동의해야 신청할 수 있어요.")).toHaveLength(2);
	expect(db.consents).toEqual([]);
});

// The text is the specification's. Before a search, past clinics are listed.
it("clinic_search_without_match_shows_message", async () => {
	const { user } = show();
	expect(await screen.findByRole("heading", { name: "전에 이용한 치과" })).toBeInTheDocument();
	expect(screen.getByText("혀봄치과의원")).toBeInTheDocument();
	await user.type(await screen.findByRole("combobox", { name: "치과 찾기" }), "없는 곳");
	expect(await screen.findByText("일치하는 검색 결과가 없습니다. 다시 확인해주세요.")).toBeInTheDocument();
});

it("reload_keeps_draft_of_same_patient_only", async () => {
	const first = show();
	await first.user.click(await find(first.user, "맑은숨"));
	const name = await screen.findByRole("textbox", { name: "이름" });
	await first.user.clear(name);
	await first.user.type(name, "이서준");
	first.unmount();
	const again = show("?step=1");
	expect(await screen.findByRole("textbox", { name: "이름" })).toHaveValue("이서준");
	await again.user.click(await next());
	expect(await screen.findByRole("heading", { name: "선택한 치과" })).toBeInTheDocument();
	expect(screen.getAllByText(new RegExp(CLINIC.name))[0]).toBeInTheDocument();
	again.unmount();
	db.patient = { ...db.patient, id: 2 };
	await signedIn();
	show("?step=1");
	expect(await heading("어느 치과에서 분석받으시겠어요?")).toBeInTheDocument();
});

// Also after a reload.
it("lost_application_is_retried_with_same_key", async () => {
	const keys: (string | null)[] = [];
	server.events.on("request:start", ({ request }) => {
		if (request.method === "POST") keys.push(request.headers.get("Idempotency-Key"));
	});
	server.use(http.post("/patients/tcis", () => HttpResponse.error(), { once: true }));
	const { user, unmount } = show(`?institutionId=${CLINIC.id}`);
	await toSummary(user);
	await user.click(send());
	expect(await screen.findByText(/서버에 연결하지 못했어요/)).toBeInTheDocument();
	unmount();
	const again = show("?step=2");
	await heading("신청 내용을 확인해 주세요");
	await again.user.click(send());
	await screen.findByText("김하늘 님의 신청을 보냈어요");
	expect(keys).toEqual([keys[0], keys[0]]);
	expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
	server.events.removeAllListeners();
});

it("closed_clinic_leads_back_to_clinics", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await toSummary(user);
	clinicDb.closed.add(CLINIC.id);
	await user.click(send());
	expect(await screen.findByText(/이 치과는 지금 신청을 받지 않아요/)).toBeInTheDocument();
	expect(await heading("어느 치과에서 분석받으시겠어요?")).toBeInTheDocument();
});

it.each(["99", "abc", "-1"])("clinic_%s_of_url_is_not_available", async (id) => {
	show(`?institutionId=${id}`);
	expect(await screen.findByText(/이 치과는 지금 신청을 받지 않아요/)).toBeInTheDocument();
	expect(await screen.findByRole("combobox", { name: "치과 찾기" })).toBeInTheDocument();
});

it("step_number_and_title_are_shown", async () => {
	show();
	const steps = within(await screen.findByRole("list", { name: "신청 단계" }));
	expect(steps.getAllByRole("listitem")).toHaveLength(4);
	expect(screen.getByText("1단계 어느 치과에서 분석받으시겠어요?").parentElement).toHaveAttribute(
		"aria-current",
		"step",
	);
});

it("sent_application_offers_to_keep_the_clinic", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await toSummary(user);
	await user.click(send());
	await user.click(await screen.findByRole("button", { name: `자주 가는 치과로 저장: ${CLINIC.name}` }));
	await waitFor(() => expect(clinicDb.favorites).toEqual([CLINIC.id]));
});

it("step_beyond_draft_is_its_furthest", () => {
	expect([stepWithin(null, 3), stepWithin("2", 1), stepWithin("x", 3), stepWithin("-1", 3)]).toEqual([
		0, 1, 0, 0,
	]);
});

// At the start, in the summary and at the clinic.
it("child_application_names_the_child", async () => {
	db.people.push({ ...CHILD });
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await user.click(await screen.findByRole("radio", { name: "김아이 · 자녀" }));
	expect(await dayIn("생년월일")).toBe("2018-03-01");
	expect(await screen.findByRole("textbox", { name: "휴대폰 번호" })).toHaveValue("010-1234-5678");
	await toSummary(user);
	expect(screen.getByText("김아이 · 자녀")).toBeInTheDocument();
	await user.click(send());
	expect(await screen.findByText("김아이 님의 신청을 보냈어요")).toBeInTheDocument();
	expect(clinicDb.applications.at(-1)?.patientInstitution.name).toBe("김아이");
});

it("missing_consent_is_shown_before_sending", async () => {
	db.people.push({ ...CHILD, missingConsent: "guardian" });
	show(`?institutionId=${CLINIC.id}&personId=${CHILD.id}`);
	expect(await screen.findByText(/법정대리인의 동의가 필요해요/)).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "가족 관리" })).toHaveAttribute(
		"href",
		expect.stringContaining("/account/people?redirect=%2Fapply-tci"),
	);
});

it("person_in_url_counts_only_on_arrival", async () => {
	db.people.push({ ...CHILD });
	const { user } = show(`?personId=${CHILD.id}`);
	await user.click(await find(user, "맑은숨"));
	expect(await screen.findByRole("radio", { name: "김아이 · 자녀" })).toBeChecked();
	await user.click(screen.getByRole("radio", { name: "나" }));
	await toSummary(user);
	await user.click(screen.getByRole("button", { name: "치과 고치기" }));
	await user.click(await screen.findByRole("button", { name: /^혀봄치과의원/ }));
	await heading("신청 내용을 확인해 주세요");
	expect(screen.getByText("김하늘")).toBeInTheDocument();
	expect(screen.queryByText(/김아이/)).toBeNull();
});
