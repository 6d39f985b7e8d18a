import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { setLanguage } from "~/i18n/i18n";
import type { Bulk, Job, JobDetail } from "~/ops/types";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { opsDb } from "../../../mocks/ops-db";
import { detailOf } from "../../../mocks/ops-queues";
import { ago } from "../../../mocks/ops-seeds";
import { operatorSignedIn, renderOps } from "../../../test/render-ops";

beforeEach(() => operatorSignedIn());

const address = () => screen.getByRole("status", { name: "address" });
const dialog = () => within(screen.getByRole("dialog"));

it("job_is_found_by_id_and_retried_with_a_reason", async () => {
	const { user } = renderOps("/ops/jobs");
	await screen.findByRole("table", { name: "작업 목록" });
	await user.keyboard("/");
	expect(await screen.findByRole("searchbox", { name: "작업 찾기" })).toHaveFocus();
	await user.keyboard("4712");
	await waitFor(() => expect(address()).toHaveTextContent("/ops/jobs?q=4712"));
	await waitFor(() => expect(screen.queryByRole("link", { name: "4711" })).toBeNull());
	await user.click(screen.getByRole("link", { name: "4712" }));
	await user.click(await screen.findByRole("button", { name: "다시 시도" }));
	await user.click(await dialog().findByRole("button", { name: "다시 시도" }));
	expect(await dialog().findByText("사유를 적어 주세요.")).toBeInTheDocument();
	await user.type(await dialog().findByRole("textbox", { name: "사유" }), "문자 업체가 복구됐어요");
	await user.click(dialog().getByRole("button", { name: "다시 시도" }));
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	expect(opsDb.jobs.find(({ id }) => id === 4712)?.state).toBe("ready");
	expect(opsDb.audit[0]).toMatchObject({ action: "job_retried", reason: "문자 업체가 복구됐어요" });
});

it("job_links_to_its_trace", async () => {
	renderOps("/ops/jobs/4712");
	const link = await screen.findByRole("link", { name: "추적 보기" });
	expect(link).toHaveAttribute("href", "https://traces.example/4bf92f3577b34da6a3ce929d0e0e4712");
	expect(link).toHaveAttribute("rel", "noreferrer");
});

it("bulk_action_sends_the_filter_not_the_rows", async () => {
	const { user } = renderOps("/ops/jobs?state=dead");
	await screen.findByRole("link", { name: "4712" });
	await user.click(screen.getByRole("button", { name: "조건에 맞는 작업 4개 모두 선택" }));
	const bar = within(screen.getByRole("region", { name: "선택한 작업" }));
	await user.click(bar.getByRole("button", { name: "다시 시도" }));
	await user.type(await dialog().findByRole("textbox", { name: "사유" }), "복구");
	await user.click(dialog().getByRole("button", { name: "다시 시도" }));
	expect(await screen.findByRole("progressbar", { name: "다시 시도 4개" })).toHaveAttribute(
		"aria-valuenow",
		"100",
	);
	expect(address()).toHaveTextContent("/ops/bulk");
	expect(opsDb.bulks[0]).toMatchObject({ filter: { state: "dead" }, reason: "복구" });
});

it("ticked_rows_are_sent_by_their_ids", async () => {
	const { user } = renderOps("/ops/jobs?state=dead");
	await user.click(await screen.findByRole("checkbox", { name: "작업 4711 선택" }));
	await user.click(screen.getByRole("button", { name: "삭제" }));
	await user.type(await dialog().findByRole("textbox", { name: "사유" }), "중복");
	await user.click(dialog().getByRole("button", { name: "삭제" }));
	await waitFor(() => expect(opsDb.bulks[0]).toMatchObject({ action: "delete", filter: { ids: [4711] } }));
	expect(await screen.findByText(/하나씩 고른 작업/)).toBeVisible();
	expect(opsDb.jobs.some(({ id }) => id === 4711)).toBe(false);
});

it("viewer_sees_jobs_but_cannot_act", async () => {
	operatorSignedIn("ops03");
	renderOps("/ops/jobs");
	await screen.findByRole("link", { name: "4712" });
	expect(screen.queryByRole("checkbox")).toBeNull();
	expect(screen.queryByRole("button", { name: /모두 선택/ })).toBeNull();
	expect(screen.queryByRole("link", { name: "운영자" })).toBeNull();
});

it("dead_jobs_are_grouped_by_error_largest_first", async () => {
	const { user } = renderOps("/ops/dead-letters");
	const groups = within(await screen.findByRole("list", { name: "오류별 목록" })).getAllByRole("article");
	expect(groups.map((group) => within(group).getByText(/^\d+$/).textContent)).toEqual(["3", "1"]);
	await user.click(within(groups[0] as HTMLElement).getByRole("link", { name: "작업 보기" }));
	await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(4));
	expect(screen.getByText(/이 오류만 보고 있어요/)).toBeInTheDocument();
});

it("jobs_have_english_singular_and_plural", async () => {
	renderOps("/ops/jobs?q=4712");
	await screen.findByRole("heading", { name: "작업 목록" });
	await setLanguage("en");
	expect(await screen.findByRole("heading", { name: "Jobs" })).toBeInTheDocument();
	expect(await screen.findByText("1 job")).toBeVisible();
	renderOps("/ops/dead-letters");
	expect(await screen.findByText("4 jobs with 2 different errors")).toBeVisible();
});

it("tenant_filter_applies_to_jobs_and_bulk_action", async () => {
	const { user } = renderOps("/ops/jobs?state=dead");
	await screen.findByRole("link", { name: "4712" });
	await user.selectOptions(screen.getByRole("combobox", { name: "테넌트" }), "봄치과네트워크");
	await waitFor(() => expect(address()).toHaveTextContent("/ops/jobs?state=dead&tenantId=2"));
	await user.click(await screen.findByRole("button", { name: "조건에 맞는 작업 1개 모두 선택" }));
	await user.click(screen.getByRole("button", { name: "다시 시도" }));
	await user.type(await dialog().findByRole("textbox", { name: "사유" }), "복구");
	await user.click(dialog().getByRole("button", { name: "다시 시도" }));
	expect(await screen.findByText(/실패 · 테넌트 봄치과네트워크/)).toBeVisible();
});

it("dead_job_shows_its_error_before_its_tenant", async () => {
	renderOps("/ops/jobs/4712");
	const error = await screen.findByText("마지막 오류");
	const tenant = screen.getByRole("link", { name: "hyeobom" });
	expect(tenant).toHaveAttribute("href", "/ops/tenants/1");
	expect(error.compareDocumentPosition(tenant)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it("all_matching_jobs_are_offered_with_a_filter", async () => {
	const { user } = renderOps("/ops/jobs");
	await user.click(await screen.findByRole("checkbox", { name: "작업 4711 선택" }));
	expect(screen.getByRole("region", { name: "선택한 작업" })).toBeVisible();
	expect(screen.queryByRole("button", { name: /모두 선택/ })).toBeNull();
	await user.selectOptions(screen.getByRole("combobox", { name: "상태" }), "실패");
	expect(await screen.findByRole("button", { name: /모두 선택/ })).toBeVisible();
});

it("stopped_bulk_action_is_not_called_done", async () => {
	const bulk: Bulk = {
		id: 1,
		action: "retry",
		state: "canceled",
		filter: { state: "dead" },
		reason: "복구",
		operator: "ops",
		total: 10,
		done: 4,
		failed: 0,
		createdAt: ago(60),
		finishedAt: ago(30),
	};
	opsDb.bulks = [bulk, { ...bulk, id: 2, state: "done", done: 9, failed: 1 }];
	renderOps("/ops/bulk");
	const [stopped, done] = await screen.findAllByRole("article");
	expect(within(stopped as HTMLElement).getByText("중단")).toBeVisible();
	expect(within(done as HTMLElement).getByText("일부 건너뜀")).toBeVisible();
});

it("attempts_are_numbered_through_a_retry", async () => {
	const attempt = (seconds: number, outcome: string): JobDetail["attempts"][number] => ({
		attempt: 1,
		outcome,
		startedAt: ago(seconds),
		endedAt: outcome === "running" ? null : ago(seconds - 5),
		worker: null,
		errors: outcome === "failed" ? ["no answer"] : [],
	});
	const job = opsDb.jobs.find(({ id }) => id === 4712) as Job;
	const attempts = [attempt(90, "failed"), attempt(60, "canceled"), attempt(30, "running")];
	server.use(
		http.get("/ops/jobs/{id}", ({ response }) => response(200).json({ ...detailOf(job), attempts })),
	);
	const logged = vi.spyOn(console, "error");
	renderOps("/ops/jobs/4712");
	const first = (await screen.findByText("1번째 시도")).closest("ol") as HTMLElement;
	const rows = within(first).getAllByText(/번째 시도/);
	const texts = rows.map((row) => [row.textContent, row.nextElementSibling?.textContent]);
	expect(texts).toEqual([
		["1번째 시도", "실패"],
		["2번째 시도", "취소됨"],
		["3번째 시도", "실행 중"],
	]);
	expect(logged).not.toHaveBeenCalled();
});
