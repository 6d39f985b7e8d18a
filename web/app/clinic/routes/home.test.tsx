import { act, fireEvent, renderHook, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "~/shared/api/query-client";
import { clinicDb } from "../../../mocks/clinic-db";
import { server } from "../../../mocks/node";
import { typeDay } from "../../../test/dates";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

let requests: string[] = [];
beforeEach(() => {
	staffSignedIn();
	requests = [];
	server.events.on("request:start", ({ request }) => {
		if (/institutions\/tcis\?/.test(request.url)) requests.push(new URL(request.url).search);
	});
});
afterEach(() => server.events.removeAllListeners());

const rows = () => within(screen.getByRole("list", { name: "신청 목록" })).getAllByRole("link");

it("worklist_row_shows_who_when_and_state", async () => {
	const third = clinicDb.applications.find(({ id }) => id === 103);
	if (third) third.assignee = { id: 33, name: "문서아 실장" };
	renderClinic("/clinic");
	await screen.findByText("이도윤");
	expect(rows().map((row) => row.getAttribute("href"))).toEqual(
		[105, 104, 103, 102].map((id) => `/clinic/applications/${id}`),
	);
	expect(rows()[0]).toHaveTextContent(
		/김하늘.*읽지 않음.*1991\.04\.12.*5678.*2026-11-20 09:40.*사진 1장.*전.*AI 판독.*후.*사진 없음.*접수/,
	);
	expect(rows()[1]).toHaveTextContent("대기");
	expect(rows()[2]).toHaveTextContent(/현장.*담당 문서아 실장/);
});

it("filters_stay_in_address_next_to_application", async () => {
	const { user } = renderClinic("/clinic?view=all&q=%EA%B9%80%ED%95%98%EB%8A%98");
	await waitFor(() => expect(rows()).toHaveLength(2));
	expect(screen.getByRole("searchbox")).toHaveValue("김하늘");
	await user.click(rows()[0] as HTMLElement);
	await waitFor(() =>
		expect(screen.getByLabelText("address")).toHaveTextContent(/applications\/105\?view=all&q=/),
	);
	await user.click(await screen.findByRole("radio", { name: /세척 후/, checked: false }));
	expect(await screen.findByLabelText("address")).toHaveTextContent(/\?view=all&q=.*&phase=after/);
});

it("filter_change_keeps_other_parameters", async () => {
	const { user } = renderClinic("/clinic?view=all&phase=after");
	await waitFor(() => expect(rows()).toHaveLength(5));
	await user.click(screen.getByRole("radio", { name: /^할 일/ }));
	await waitFor(() => expect(rows()).toHaveLength(4));
	expect(screen.getByLabelText("address")).toHaveTextContent("/clinic?phase=after");
});

it("empty_to_do_search_offers_to_search_all", async () => {
	const { user } = renderClinic("/clinic?q=%EC%97%86%EC%9D%8C");
	await user.click(await screen.findByRole("button", { name: "전체에서 찾기" }));
	await waitFor(() => expect(requests.at(-1)).not.toContain("toDo"));
	expect(screen.getByText("조건에 맞는 신청이 없어요.")).toBeInTheDocument();
});

it("unassigned_applications_are_taken_in_bulk", async () => {
	const third = clinicDb.applications.find(({ id }) => id === 103);
	if (third) third.assignee = { id: 33, name: "문서아 실장" };
	const { user } = renderClinic("/clinic");
	await screen.findByText("이도윤");
	await user.click(screen.getByRole("button", { name: "선택" }));
	expect(await screen.findByRole("checkbox", { name: "박서연 선택" })).toBeDisabled();
	await user.click(screen.getByRole("checkbox", { name: "이도윤 선택" }));
	await user.click(screen.getByRole("checkbox", { name: /모두 선택/ }));
	await user.click(screen.getByRole("button", { name: /3건/ }));
	await waitFor(() =>
		expect(clinicDb.applications.filter(({ assignee }) => assignee?.id === 32)).toHaveLength(3),
	);
});

it("unread_count_is_in_title_and_new_one_chimes", async () => {
	const start = vi.fn();
	const node = () => ({
		connect: (next: unknown) => next,
		frequency: {},
		gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
		start,
		stop() {},
	});
	vi.stubGlobal(
		"AudioContext",
		class {
			state = "running";
			currentTime = 0;
			createOscillator = node;
			createGain = node;
			resume = async () => undefined;
		},
	);
	const { user } = renderClinic("/clinic");
	await screen.findByText("이도윤");
	const sound = await screen.findByRole("button", { name: "새 신청 소리" });
	expect(sound).toHaveAttribute("aria-pressed", "false");
	await user.click(sound);
	expect(localStorage.getItem("worklistChime")).toBe("on");
	await waitFor(() => expect(start).toHaveBeenCalledTimes(2));
	const { setTitleCount, useCurrentScreenTitle } = await import("~/shared/lib/screen-title");
	const { result } = renderHook(() => useCurrentScreenTitle().count);
	expect(result.current).toBe(2);
	const complete = clinicDb.applications.find(({ id }) => id === 102);
	if (complete) complete.unread = true;
	await queryClient.invalidateQueries();
	await waitFor(() => expect(result.current).toBe(3));
	expect(start).toHaveBeenCalledTimes(4);
	act(() => setTitleCount(0));
	vi.unstubAllGlobals();
});

// Arrow down also leaves the search box.
it("arrow_keys_move_between_rows_and_enter_opens", async () => {
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

it("arrow_during_composition_keeps_focus", async () => {
	const { user } = renderClinic("/clinic");
	await screen.findByText("이도윤");
	const search = screen.getByRole("searchbox");
	await user.click(search);
	fireEvent.keyDown(search, { key: "ArrowDown", isComposing: true });
	expect(search).toHaveFocus();
});

it("worklist_filters_reach_the_request", async () => {
	const { user } = renderClinic("/clinic");
	await screen.findByText("이도윤");
	expect(requests.at(-1)).toContain("toDo=true");
	await user.click(screen.getByRole("button", { name: /^안 읽음/ }));
	await waitFor(() => expect(requests.at(-1)).toContain("unread=true"));
	await user.click(screen.getByRole("button", { name: /^내 담당/ }));
	await waitFor(() => expect(requests.at(-1)).toContain("mine=true"));
	await user.click(screen.getByRole("radio", { name: /^오늘/ }));
	await waitFor(() => expect(requests.at(-1)).toMatch(/startAt=\d{4}-\d{2}-\d{2}&endAt=/));
	await user.click(screen.getByRole("radio", { name: "전체" }));
	await user.selectOptions(screen.getByRole("combobox", { name: "상태" }), "대기");
	await waitFor(() => expect(requests.at(-1)).toContain("status=0"));
	await user.type(screen.getByRole("searchbox"), "이도");
	await waitFor(() => expect(requests.at(-1)).toContain("q=%EC%9D%B4%EB%8F%84"));
	await waitFor(() => expect(rows()).toHaveLength(1));
	await user.type(screen.getByRole("searchbox"), "없음");
	expect(await screen.findByText("조건에 맞는 신청이 없어요.")).toBeInTheDocument();
});

it("walk_in_is_registered_and_opened", async () => {
	const { user } = renderClinic("/clinic");
	await user.click(await screen.findByRole("button", { name: /현장 접수/ }));
	await user.type(await screen.findByRole("textbox", { name: "이름" }), "오서진");
	await typeDay(user, "생년월일", "19880302");
	await user.type(screen.getByRole("textbox", { name: "휴대폰 번호" }), "010-2345-6789");
	// A tap outside does not lose what was typed.
	fireEvent.pointerDown(screen.getByRole("dialog"));
	await user.click(screen.getByRole("button", { name: "등록하고 시작" }));
	expect(await screen.findByText("성별을 선택해주세요.")).toBeInTheDocument();
	await user.click(await screen.findByRole("radio", { name: "남" }));
	await user.click(screen.getByRole("button", { name: "등록하고 시작" }));
	expect(await screen.findByRole("heading", { level: 1, name: /오서진/ })).toBeInTheDocument();
	expect(clinicDb.applications.at(-1)?.patientInstitution.phoneNumber).toBe("01023456789");
});

it("worklist_has_english_texts", async () => {
	const { setLanguage } = await import("~/i18n/i18n");
	await setLanguage("en");
	renderClinic("/clinic");
	expect(await screen.findByText("Select an application")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "Worklist" })).toBeInTheDocument();
});
