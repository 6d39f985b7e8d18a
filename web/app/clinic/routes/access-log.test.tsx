import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { setLanguage } from "~/i18n/i18n";
import { ACCESS_LOG } from "../../../mocks/access-seeds";
import { clinicDb } from "../../../mocks/clinic-db";
import { permissionsOf } from "../../../mocks/clinic-roles";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { typeDay } from "../../../test/dates";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

beforeEach(staffSignedIn);

const rows = async () => {
	const list = within(await screen.findByRole("list", { name: "접속기록 목록" }));
	return list.getAllByRole("listitem").map((item) => within(item));
};

it("entry_tells_who_did_what_when_and_where", async () => {
	renderClinic("/clinic/access-log");
	const shown = await rows();
	expect(shown).toHaveLength(9);
	const [read] = shown as [ReturnType<typeof within>];
	expect(read.getByText("문서아 실장")).toBeInTheDocument();
	expect(read.getByText("신청 열람")).toBeInTheDocument();
	expect(read.getByText("2026-11-20 23:30:05")).toBeInTheDocument();
	expect(read.getByRole("link", { name: "김하늘 님의 신청" })).toHaveAttribute(
		"href",
		"/clinic/applications/51",
	);
	expect(read.getByText("doctor01 · 203.0.113.7")).toBeInTheDocument();
	expect(screen.getByText("사유: 등기우편 발송")).toBeInTheDocument();
	expect(screen.getByText("환자 본인")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "접속기록" })).toHaveAttribute("aria-current", "page");
});

// Erased records have no link; records without a name are counted.
it("entry_names_its_actor_and_counts_records", async () => {
	const [first] = ACCESS_LOG;
	if (!first) throw new Error("the seeds have rows");
	const records = (...names: (string | null)[]) => ({
		applications: names.map((name, at) => ({ id: 60 + at, name })),
		applicationCount: names.length,
	});
	clinicDb.accessLog = [
		{ ...first, id: 4, ...records(), action: "staff_made", kind: "account", actor: "operator", staff: null },
		{ ...first, id: 3, ...records(null) },
		{ ...first, id: 2, ...records("김하늘", "김하늘", null), applicationCount: 9, insuranceCount: 2 },
		{ ...first, id: 1, ...records(), applicationCount: 2, insuranceCount: 1 },
	];
	renderClinic("/clinic/access-log");
	const [made, erased, many, unnamed] = (await rows()) as [
		ReturnType<typeof within>,
		ReturnType<typeof within>,
		ReturnType<typeof within>,
		ReturnType<typeof within>,
	];
	expect(made.getByText("운영팀")).toBeInTheDocument();
	expect(made.queryByText("환자 본인")).toBeNull();
	expect(erased.getByText("삭제된 신청")).toBeInTheDocument();
	expect(erased.queryByRole("link")).toBeNull();
	expect(many.getByText("김하늘, 김하늘 님 외 9건")).toBeInTheDocument();
	expect(unnamed.getByText("신청·청구 3건")).toBeInTheDocument();
});

it("log_is_searched_by_person_staff_kind_and_day", async () => {
	const { user } = renderClinic("/clinic/access-log");
	await rows();
	await user.selectOptions(screen.getByRole("combobox", { name: "한 일" }), "목록 조회");
	await waitFor(async () => expect(await rows()).toHaveLength(1));
	expect(screen.getByText("김하늘, 박두리, 이세라 님 외 1건")).toBeInTheDocument();
	await user.selectOptions(screen.getByRole("combobox", { name: "한 일" }), "목록 외 모든 일");
	await user.type(screen.getByRole("searchbox"), "김하");
	await waitFor(async () => expect(await rows()).toHaveLength(3));
	await user.selectOptions(screen.getByRole("combobox", { name: "직원" }), "한지훈 원장");
	await waitFor(async () => expect(await rows()).toHaveLength(1));
	await user.click(screen.getByText("날짜로 찾기"));
	await typeDay(user, "시작일", "20261101");
	expect(await screen.findByText("찾는 기록이 없어요.")).toBeInTheDocument();
});

it("filters_survive_back", async () => {
	const { user, goBack } = renderClinic("/clinic/access-log");
	await rows();
	await user.type(screen.getByRole("searchbox"), "김하");
	await waitFor(async () => expect(await rows()).toHaveLength(3));
	await user.selectOptions(screen.getByRole("combobox", { name: "직원" }), "문서아 실장");
	await user.selectOptions(screen.getByRole("combobox", { name: "한 일" }), "read");
	await user.click(screen.getByText("날짜로 찾기"));
	await typeDay(user, "시작일", "20261101");
	const address = screen.getByRole("status", { name: "address" });
	await waitFor(() => expect(address).toHaveTextContent(/staffId=33&kind=read&startAt=2026-11-01$/));
	const shown = address.textContent;
	const [first] = await rows();
	await user.click(first?.getByRole("link") as HTMLElement);
	await waitFor(() => expect(address).toHaveTextContent("/clinic/applications/"));
	await goBack();
	expect(address).toHaveTextContent(shown ?? "");
	expect(await screen.findByRole("searchbox")).toHaveValue("김하");
	expect(await screen.findByRole("option", { name: "문서아 실장", selected: true })).toBeInTheDocument();
	expect(screen.getByRole("combobox", { name: "한 일" })).toHaveValue("read");
	expect(screen.getByText("날짜로 찾기").closest("details")).toHaveAttribute("open");
});

it("log_loads_page_by_page", async () => {
	const [first] = ACCESS_LOG;
	if (!first) throw new Error("the seeds have rows");
	clinicDb.accessLog = Array.from({ length: 31 }, (_, at) => ({ ...first, id: at + 1 }));
	const { user } = renderClinic("/clinic/access-log");
	expect(await rows()).toHaveLength(30);
	await user.click(screen.getByRole("button", { name: "더 보기" }));
	await waitFor(async () => expect(await rows()).toHaveLength(31));
	expect(screen.queryByRole("button", { name: "더 보기" })).toBeNull();
});

it("month_review_shows_summary_and_saves_note", async () => {
	const { user } = renderClinic("/clinic/access-log");
	await user.click(await screen.findByRole("link", { name: /월간 점검.*점검할 달이 있어요/ }));
	const month = await screen.findByRole("combobox", { name: "점검할 달" });
	expect(month).toHaveDisplayValue("2026-10 · 점검 필요");
	expect(await screen.findByText(/2026-10-31까지 바뀌거나 지워진 기록이 없어요/)).toBeInTheDocument();
	const members = within(screen.getByRole("list", { name: "직원별 기록" })).getAllByRole("listitem");
	const [nurse, admin] = members.map((item) => within(item)) as [
		ReturnType<typeof within>,
		ReturnType<typeof within>,
	];
	expect(nurse.getByText("로그인 실패 5회")).toBeInTheDocument();
	expect(nurse.getByText("밤 10시~아침 6시 5회")).toBeInTheDocument();
	expect(admin.queryByText(/밤 10시/)).toBeNull();
	expect(nurse.getByText("로그인 실패").nextSibling).toHaveTextContent("5");
	expect(admin.getByText("로그인 실패").nextSibling).toHaveTextContent("0");
	expect(admin.getByText("목록 조회").nextSibling).toHaveTextContent("0");
	expect(admin.getByText("내려받기").nextSibling).toHaveTextContent("1");
	expect(await rows()).toHaveLength(2);

	await user.click(screen.getByRole("button", { name: "점검 완료로 남기기" }));
	const sheet = within(await screen.findByRole("dialog", { name: "2026-10 점검을 마칠까요?" }));
	await user.type(sheet.getByRole("textbox", { name: "점검 내용" }), "직원이 비밀번호를 잊었어요");
	await user.click(sheet.getByRole("button", { name: "점검 완료" }));
	expect(await screen.findByRole("heading", { name: "점검을 마쳤어요 점검 완료" })).toBeInTheDocument();
	expect(await screen.findByText("직원이 비밀번호를 잊었어요")).toBeInTheDocument();
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(await screen.findByRole("link", { name: "월간 점검" })).toBeInTheDocument();
	// the month stays selected although it no longer awaits review
	expect(month).toHaveDisplayValue("2026-10 · 점검 완료");

	await user.selectOptions(month, "2026-09 · 점검 완료");
	expect(await screen.findByText("야간 접속은 당직이었어요.")).toBeInTheDocument();
	expect(await screen.findByText("한지훈 원장 · 2026-10-02 10:00:00")).toBeInTheDocument();
	await user.selectOptions(month, "2026-11 · 진행 중");
	expect(await screen.findByText("이 달이 끝나면 점검을 마칠 수 있어요.")).toBeInTheDocument();
	expect(screen.queryByRole("button", { name: "점검 완료로 남기기" })).toBeNull();
	expect(await screen.findByText(/^진행 중 · 20.* 인쇄$/)).toBeInTheDocument();
});

it("month_without_a_check_claims_nothing", async () => {
	clinicDb.accessLogCheckedUntil = null;
	renderClinic("/clinic/access-log/review");
	expect(await screen.findByText("이 달의 기록은 아직 확인하지 않았어요.")).toBeInTheDocument();
	expect(screen.queryByText(/지워진 기록이 없어요/)).toBeNull();
});

it("altered_rows_and_earlier_review_are_reported", async () => {
	clinicDb.accessLogIsSound = false;
	const { user } = renderClinic("/clinic/access-log/review");
	expect(await screen.findByRole("alert")).toHaveTextContent("온전하지 않은 기록이 있어요");
	await user.click(screen.getByRole("button", { name: "점검 완료로 남기기" }));
	await user.type(screen.getByRole("textbox", { name: "점검 내용" }), "퇴사자 계정을 막았어요");
	const month = clinicDb.accessMonths.find(({ month }) => month === "2026-10");
	Object.assign(month ?? {}, { review: { at: "2026-11-03T00:00:00Z", reviewer: "다른 관리자", note: "" } });
	await user.click(screen.getByRole("button", { name: "점검 완료" }));
	expect(await screen.findByText(/이 달의 점검은 이미 끝났어요.*필요하면 복사해 두세요/)).toBeInTheDocument();
	expect(await screen.findByText("다른 관리자 · 2026-11-03 09:00:00")).toBeInTheDocument();
	expect(await screen.findByRole("textbox", { name: "점검 내용" })).toHaveValue("퇴사자 계정을 막았어요");
});

it("month_is_printed_only_with_all_downloads", async () => {
	const download = ACCESS_LOG.find(({ reason }) => reason !== null);
	if (!download) throw new Error("the seeds have a download");
	clinicDb.accessLog = Array.from({ length: 101 }, (_, at) => ({ ...download, id: at + 1 }));
	let printed = 0;
	const print = vi.spyOn(window, "print").mockImplementation(() => {
		printed = screen.getAllByText("사유: 등기우편 발송").length;
	});
	const { user } = renderClinic("/clinic/access-log/review");
	expect(await rows()).toHaveLength(100);
	// for users who print without the button
	expect(screen.getByText("아직 불러오지 않아 인쇄되지 않은 기록이 더 있어요.")).toHaveClass("print:block");
	server.use(
		http.get("/institutions/access-log", () => problem(403, "forbidden", "관리자만 볼 수 있어요."), {
			once: true,
		}),
	);
	const button = screen.getByRole("button", { name: "인쇄하기" });
	await user.click(button);
	expect(await screen.findByRole("alert")).toHaveTextContent("모두 불러오지 못해 인쇄하지 않았어요");
	expect(print).not.toHaveBeenCalled();
	await user.click(button);
	await waitFor(() => expect(print).toHaveBeenCalledOnce());
	expect(printed).toBe(101);
	expect(screen.queryByText(/인쇄되지 않은 기록/)).toBeNull();
});

it("access_log_is_for_admins_only", async () => {
	clinicDb.staff = {
		...clinicDb.staff,
		role: "analysis_expert",
		permissions: permissionsOf("analysis_expert"),
	};
	renderClinic("/clinic/access-log");
	await waitFor(() => expect(screen.getByLabelText("address")).toHaveTextContent(/^\/clinic$/));
	expect(screen.queryByRole("link", { name: "접속기록" })).toBeNull();
});

it("month_review_has_english_texts", async () => {
	await setLanguage("en");
	renderClinic("/clinic/access-log/review");
	expect(
		await screen.findByText("Checked every night: no entries through 2026-10-31 were altered or deleted."),
	).toBeInTheDocument();
	expect(screen.getByText("5 failed sign-ins")).toBeInTheDocument();
});
