import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { server } from "../../../mocks/node";
import { note, opsDb } from "../../../mocks/ops-db";
import { operatorSignedIn, renderOps } from "../../../test/render-ops";

beforeEach(() => operatorSignedIn());

const dialog = () => within(screen.getByRole("dialog"));

it("erasure_follows_the_dry_run_with_a_reason", async () => {
	const { user } = renderOps("/ops/retention");
	expect(await screen.findByText("모두 1,846건")).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "지금 지우기" }));
	await user.type(await dialog().findByRole("textbox", { name: "사유" }), "분기 점검");
	await user.click(dialog().getByRole("button", { name: "지우기" }));
	const runs = within(await screen.findByRole("list", { name: "지운 기록" }));
	expect(await runs.findByText("분기 점검")).toBeInTheDocument();
	expect(runs.getByText("현장 접수 환자 42건, 끝난 로그인 1,804건")).toBeInTheDocument();
});

it("viewer_sees_the_dry_run_but_cannot_erase", async () => {
	operatorSignedIn("ops03");
	renderOps("/ops/retention");
	expect(await screen.findByText("모두 1,846건")).toBeInTheDocument();
	expect(screen.queryByRole("button", { name: "지금 지우기" })).toBeNull();
});

it("dry_run_says_when_there_are_more_records", async () => {
	const due = { class: "expired", count: 10_000, hasMore: true, oldest: "2026-01-01T00:00:00Z" };
	const tenant = { tenantId: 1, tenant: "hyeobom", brokenAt: null, classes: [due] };
	server.use(
		http.get("*/api/v1/ops/retention", () =>
			HttpResponse.json({ at: "2026-11-01T00:00:00Z", tenants: [tenant], classes: ["expired"] }),
		),
	);
	renderOps("/ops/retention");
	expect(await screen.findByRole("cell", { name: "10,000+" })).toBeInTheDocument();
	expect(screen.getByText("모두 10,000건이 넘어요")).toBeInTheDocument();
});

// It runs only when the button is pressed.
it("access_log_search_keeps_names_out_of_the_url", async () => {
	const { user } = renderOps("/ops/access-log");
	const log = () => within(screen.getByRole("table", { name: "접속기록 목록" }));
	await screen.findByText("이도윤");
	await user.type(screen.getByRole("searchbox", { name: "환자" }), "없는이름");
	expect(log().getByText("이도윤")).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "찾기" }));
	expect(await screen.findByText("조건에 맞는 기록이 없어요.")).toBeInTheDocument();
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent(/^\/ops\/access-log$/);
});

it("access_log_search_survives_back", async () => {
	const { user, goBack } = renderOps("/ops/access-log");
	const log = () => within(screen.getByRole("table", { name: "접속기록 목록" }));
	await screen.findByText("이도윤");
	await user.type(screen.getByRole("searchbox", { name: "환자" }), "이도");
	await user.type(screen.getByRole("searchbox", { name: /^계정/ }), "admin");
	await user.selectOptions(screen.getByRole("combobox", { name: "한 일" }), "application_read");
	await user.selectOptions(screen.getByRole("combobox", { name: "테넌트" }), "1");
	await user.click(screen.getByRole("button", { name: "찾기" }));
	const address = "/ops/access-log?tenantId=1&action=application_read";
	await waitFor(() => expect(screen.getByRole("status", { name: "address" })).toHaveTextContent(address));
	expect(screen.getByRole("button", { name: "찾기" })).toHaveFocus();
	await user.click(screen.getByRole("link", { name: "큐 현황" }));
	await waitFor(() => expect(screen.queryByRole("searchbox")).toBeNull());
	let calls = 0;
	server.events.on("request:start", ({ request }) => {
		if (request.url.includes("/ops/access-log")) calls += 1;
	});
	await goBack();
	expect(await screen.findByRole("searchbox", { name: "환자" })).toHaveValue("이도");
	expect(screen.getByRole("searchbox", { name: /^계정/ })).toHaveValue("admin");
	expect(screen.getByRole("combobox", { name: "한 일" })).toHaveValue("application_read");
	expect(screen.getByRole("combobox", { name: "테넌트" })).toHaveValue("1");
	expect(log().getByText("이도윤")).toBeInTheDocument();
	// A search adds an entry to the logs, Back does not.
	expect(calls).toBe(0);
	server.events.removeAllListeners();
	await user.click(screen.getByRole("link", { name: "접속기록" }));
	await waitFor(() => expect(screen.getByRole("searchbox", { name: "환자" })).toHaveValue(""));
});

it("access_log_month_survives_back", async () => {
	const { user, goBack } = renderOps("/ops/access-log");
	await user.click(await screen.findByRole("radio", { name: "월별 점검" }));
	await user.click(await screen.findByRole("button", { name: "이전 달" }));
	const address = screen.getByRole("status", { name: "address" });
	await waitFor(() => expect(address).toHaveTextContent(/^\/ops\/access-log\?view=month&month=\d{4}-\d\d$/));
	const shown = address.textContent;
	await user.click(screen.getByRole("link", { name: "큐 현황" }));
	await waitFor(() => expect(address).not.toHaveTextContent("access-log"));
	await goBack();
	expect(address).toHaveTextContent(shown ?? "");
	expect(await screen.findByText(shown?.slice(-7) ?? "")).toBeInTheDocument();
});

it("tampered_month_names_the_tenant_and_the_row", async () => {
	server.use(
		http.get("*/api/v1/ops/access-log/check", ({ request }) => {
			const { searchParams } = new URL(request.url);
			// Each call checks a part of the month.
			const isFirst = searchParams.get("cursor") === null;
			return HttpResponse.json({
				month: searchParams.get("month"),
				ok: !isFirst,
				tenants: isFirst ? [{ tenantId: 1, tenant: "hyeobom", brokenAt: 77 }] : [],
				nextCursor: isFirst ? "2.2026-10-03" : null,
			});
		}),
	);
	const { user } = renderOps("/ops/access-log");
	await user.click(await screen.findByRole("radio", { name: "월별 점검" }));
	await user.click(await screen.findByRole("button", { name: "기록이 그대로인지 확인" }));
	expect(await screen.findByText("hyeobom의 77번 기록이 바뀌었거나 지워졌어요.")).toBeInTheDocument();
});

it("operators_reason_is_shown_in_words", async () => {
	const { user } = renderOps("/ops/access-log?view=month&month=2026-10");
	await user.click(await screen.findByText("운영자가 한 일 1건"));
	expect(screen.getByText("접속기록 찾기 · 환자, 시작일")).toBeInTheDocument();
});

it("month_shows_until_when_it_was_checked", async () => {
	renderOps("/ops/access-log?view=month&month=2026-10");
	expect(await screen.findByText("2026-10-31까지 그대로예요")).toBeInTheDocument();
});

it("month_without_a_check_claims_nothing", async () => {
	server.use(
		http.get("*/api/v1/ops/access-log/report", ({ request }) => {
			const report = { tenantId: 1, tenant: "hyeobom", brokenAt: null, checkedUntil: null };
			const empty = { actions: [], unknownSignIns: 0, unreviewed: [], operators: [] };
			const month = new URL(request.url).searchParams.get("month");
			return HttpResponse.json({ month, tenants: [{ ...report, ...empty }] });
		}),
	);
	renderOps("/ops/access-log?view=month&month=2026-10");
	expect(await screen.findByText("아직 확인 전이에요")).toBeInTheDocument();
	expect(screen.queryByText(/그대로예요/)).toBeNull();
});

it("audit_is_filtered_and_its_chain_checked", async () => {
	note("queue_paused", "notifications", "업체 점검");
	note("job_retried", "17 (send_message)", "복구");
	const { user } = renderOps("/ops/audit");
	await screen.findByText("업체 점검");
	expect(screen.getByRole("row", { name: /작업 다시 시도.*17 \(메일·문자 발송\)/ })).toBeInTheDocument();
	expect(screen.getByRole("row", { name: /큐 멈춤.*알림 발송/ })).toBeInTheDocument();
	await user.selectOptions(screen.getByRole("combobox", { name: "한 일" }), "큐 멈춤");
	await waitFor(() => expect(screen.queryByText("복구")).toBeNull());
	expect(screen.getByRole("row", { name: /큐 멈춤.*업체 점검/ })).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "기록이 그대로인지 확인" }));
	expect(await screen.findByText("기록 2건이 모두 그대로예요.")).toBeInTheDocument();
});

it("audit_check_adds_its_parts", async () => {
	server.use(
		http.get("*/api/v1/ops/audit/check", ({ request }) => {
			const isFirst = new URL(request.url).searchParams.get("cursor") !== "50000";
			return HttpResponse.json({
				ok: true,
				brokenAt: null,
				rows: isFirst ? 50_000 : 12,
				nextCursor: isFirst ? 50_000 : null,
			});
		}),
	);
	const { user } = renderOps("/ops/audit");
	await user.click(await screen.findByRole("button", { name: "기록이 그대로인지 확인" }));
	expect(await screen.findByText("기록 50,012건이 모두 그대로예요.")).toBeInTheDocument();
});

it("operator_name_filters_the_audit", async () => {
	note("queue_paused", "notifications", "업체 점검");
	Object.assign(opsDb.audit[0] ?? {}, { operatorId: 2, name: "강민재", loginId: "ops02" });
	note("job_retried", "17 (send_message)", "복구");
	const { user } = renderOps("/ops/audit");
	await user.click(await screen.findByRole("button", { name: "강민재" }));
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/ops/audit?operatorId=2");
	await waitFor(() => expect(screen.queryByText("복구")).toBeNull());
	await user.click(screen.getByRole("button", { name: "모든 운영자 보기" }));
	expect(await screen.findByText("복구")).toBeVisible();
});

it("new_operators_password_is_shown_once", async () => {
	const { user } = renderOps("/ops/operators");
	await user.click(await screen.findByRole("button", { name: "운영자 추가" }));
	await user.type(dialog().getByRole("textbox", { name: "아이디" }), "ops04");
	await user.type(dialog().getByRole("textbox", { name: "이름" }), "정다온");
	await user.selectOptions(dialog().getByRole("combobox", { name: "역할" }), "운영자");
	await user.click(dialog().getByRole("button", { name: "추가하기" }));
	expect(await screen.findByRole("textbox", { name: "임시 비밀번호" })).toHaveValue("Quiet-River-4827!");
	await user.click(screen.getByRole("button", { name: "전해 줄게요" }));
	expect(screen.queryByRole("textbox", { name: "임시 비밀번호" })).toBeNull();
	expect(await screen.findByRole("row", { name: /정다온.*ops04.*운영자/ })).toBeInTheDocument();
	expect(opsDb.operators.at(-1)).toMatchObject({ loginId: "ops04", role: "operator" });
});

it("operator_resets_colleagues_but_not_oneself", async () => {
	const { user } = renderOps("/ops/operators");
	await screen.findByRole("table", { name: "운영자" });
	expect(screen.queryByRole("button", { name: /초기화\s*윤서진/ })).toBeNull();
	await user.click(screen.getByRole("button", { name: /초기화\s*강민재/ }));
	await user.type(await dialog().findByRole("textbox", { name: "사유" }), "휴대전화 분실");
	await user.click(dialog().getByRole("button", { name: "초기화" }));
	expect(await screen.findByRole("textbox", { name: "임시 비밀번호" })).toBeInTheDocument();
	expect(opsDb.audit[0]).toMatchObject({ action: "operator_reset", reason: "휴대전화 분실" });
});
