import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setLanguage } from "~/i18n/i18n";
import { queryClient } from "~/shared/api/query-client";
import { page } from "~/shared/lib/page";
import { http } from "../../../mocks/http";
import { changeStore, readStore } from "../../../mocks/insurance-db";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { finishPayment, popupWindow } from "../../../test/claim";
import { renderScreen, signedIn } from "../../../test/render";
import InsuranceDetail from "./insurance-detail";
import InsuranceHistory from "./insurance-history";

const list = () => renderScreen(InsuranceHistory, "/insurance-history", { person: true });
const detail = (id: number | string) =>
	renderScreen(InsuranceDetail, `/insurance/${id}`, { path: "/insurance/:id", person: true });
const links = () =>
	screen.getAllByRole("link", { name: /청구 상세 보기/ }).map((link) => link.getAttribute("href"));

beforeEach(async () => {
	// the released documents can still be downloaded
	vi.useFakeTimers({ now: new Date("2026-11-20T03:00:00Z"), toFake: ["Date"] });
	await signedIn();
});
afterEach(() => {
	vi.useRealTimers();
});

it("claims_are_listed_newest_first_with_state", async () => {
	list();
	await screen.findAllByRole("link", { name: /청구 상세 보기/ });
	expect(links()).toEqual(["/insurance/72", "/insurance/71", "/insurance/70"]);
	await screen.findByRole("radio", { name: "결제 필요" });
	expect(screen.getAllByText("결제 필요")).toHaveLength(2);
	expect(screen.getByText("내려받기 가능")).toBeInTheDocument();
	expect(screen.getByText(/2026-11-12 청구 · 7,260원/)).toBeInTheDocument();
});

it("claims_are_filtered_by_state", async () => {
	const { user } = list();
	await user.click(await screen.findByRole("radio", { name: "결제 필요" }));
	expect(links()).toEqual(["/insurance/71"]);
	await user.click(screen.getByRole("radio", { name: "진행 중" }));
	expect(links()).toEqual(["/insurance/70"]);
	await user.click(screen.getByRole("radio", { name: "발급 완료" }));
	expect(links()).toEqual(["/insurance/72"]);
	expect(await screen.findByText("진료비 계산서·영수증 · 진료비 세부산정내역서")).toBeInTheDocument();
	changeStore((store) => {
		store.claims = store.claims.filter(({ id }) => id !== 72);
	});
	await queryClient.invalidateQueries();
	expect(await screen.findByText("여기에 해당하는 청구가 없어요.")).toBeInTheDocument();
});

it("filter_finds_claims_on_later_pages", async () => {
	changeStore(({ claims }) => {
		const done = claims.find(({ id }) => id === 72);
		for (let id = 200; done && id < 245; id += 1) claims.push({ ...done, id });
	});
	const { user } = list();
	await user.click(await screen.findByRole("radio", { name: "결제 필요" }));
	expect(screen.queryByText("여기에 해당하는 청구가 없어요.")).toBeNull();
	await waitFor(() => expect(links()).toEqual(["/insurance/71"]), { timeout: 4_000 });
});

it("failed_search_of_later_pages_can_be_retried", async () => {
	changeStore(({ claims }) => {
		const done = claims.find(({ id }) => id === 72);
		for (let id = 200; done && id < 225; id += 1) claims.push({ ...done, id });
	});
	const { user } = list();
	const filter = await screen.findByRole("radio", { name: "결제 필요" });
	server.use(http.get("/patients/insurances", () => problem(422, "validation", "확인해 주세요.")));
	await user.click(filter);
	const more = await screen.findByRole("button", { name: "더 보기" });
	expect(screen.queryByText("여기에 해당하는 청구가 없어요.")).toBeNull();
	server.resetHandlers();
	await user.click(more);
	await waitFor(() => expect(links()).toEqual(["/insurance/71"]), { timeout: 4_000 });
});

// Only claims that the clinic has not started can be canceled.
it("canceled_claim_leaves_list", async () => {
	const home = ["get", "/patients/insurances", { params: { query: { limit: 100 } } }];
	queryClient.setQueryData(home, { insuranceClaims: readStore().claims, next: null });
	const { user } = list();
	const open = await screen.findAllByRole("button", { name: "청구 취소" });
	expect(open).toHaveLength(1);
	await user.click(open[0] as HTMLElement);
	await user.click(screen.getByRole("button", { name: "취소하기" }));
	await waitFor(() => expect(links()).toEqual(["/insurance/72", "/insurance/70"]));
	expect(readStore().claims.find(({ id }) => id === 71)?.status).toBe(-1);
	expect(queryClient.getQueryState(home)?.isInvalidated).toBe(true);
});

it("refused_claim_cancellation_shows_reason", async () => {
	const { user } = list();
	await user.click(await screen.findByRole("button", { name: "청구 취소" }));
	changeStore((store) => {
		for (const claim of store.claims) claim.status = 1;
	});
	await user.click(screen.getByRole("button", { name: "취소하기" }));
	expect(await screen.findByText("지금은 바꿀 수 없는 청구예요.")).toBeInTheDocument();
});

it("claim_is_paid_from_list", async () => {
	const popup = popupWindow();
	const { user } = list();
	await user.click(await screen.findByRole("button", { name: "7,260원 결제하기" }));
	await waitFor(() => expect(popup.replace).toHaveBeenCalled());
	const oid = finishPayment(String(popup.replace.mock.lastCall?.[0]), "pay");
	const at = () => screen.getByLabelText("address");
	await waitFor(() => expect(at()).toHaveTextContent(`/payment/complete?oid=${oid}`), { timeout: 5_000 });
});

it("empty_claim_list_offers_new_claim", async () => {
	changeStore((store) => {
		store.claims = [];
	});
	list();
	expect(await screen.findByText("아직 청구한 서류가 없어요")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "새로 청구하기" })).toHaveAttribute("href", "/apply-insurance");
});

// An unknown method is shown as the provider names it.
it("payment_method_is_localized", async () => {
	detail(72);
	await screen.findByRole("region", { name: "결제" });
	await act(() => setLanguage("en"));
	const payment = within(await screen.findByRole("region", { name: "Payment" }));
	expect(await payment.findByText("Card")).toBeInTheDocument();
	await act(() => setLanguage("ko"));
	changeStore((store) => {
		for (const claim of store.claims) if (claim.payment) claim.payment.method = "도서문화상품권";
	});
	cleanup();
	queryClient.clear();
	detail(72);
	expect(await screen.findByText("도서문화상품권")).toBeInTheDocument();
});

it.each([
	["issued", 72, ["청구한 서류", "청구 상태"]],
	["running", 70, ["청구 상태", "청구한 서류"]],
] as const)("documents_of_%s_claim_are_placed_by_state", async (_state, id, expected) => {
	detail(id);
	await screen.findByRole("region", { name: expected[0] });
	const names = screen
		.getAllByRole("region")
		.map((region) => region.getAttribute("aria-label") ?? region.querySelector("h2")?.textContent);
	expect(names.slice(0, 2)).toEqual(expected);
});

it("claim_shows_fees_payment_and_documents", async () => {
	detail(72);
	expect(await screen.findByText(/서류가 발급되었어요/)).toBeInTheDocument();
	const fees = within(screen.getByRole("region", { name: "청구 금액" }));
	expect(fees.getAllByText("3,630원")).toHaveLength(2);
	const payment = within(screen.getByRole("region", { name: "결제" }));
	expect(payment.getByText("카드")).toBeInTheDocument();
	expect(payment.getByRole("link", { name: /영수증 보기/ })).toHaveAttribute("rel", "noopener noreferrer");
	expect(payment.getByText("mockseed72"), "in one line on a phone").toHaveClass("whitespace-nowrap");
	const details = within(screen.getByRole("region", { name: "청구 정보" }));
	for (const text of ["혀봄치과의원", "삼성화재", "치과 치료"]) {
		expect(details.getByText(text)).toBeInTheDocument();
	}
	const again = within(screen.getByRole("region", { name: "이어서 할 수 있어요" }));
	expect(again.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
		"/apply-insurance?kind=reclaim&prior=72",
		"/apply-insurance?kind=forward&prior=72",
		"/apply-insurance?kind=resend&prior=72",
	]);
	expect(screen.queryByRole("button", { name: "청구 취소" })).toBeNull();
});

it("document_downloads_by_link_or_shows_error", async () => {
	const leave = vi.spyOn(page, "leave").mockReturnValue();
	const requests: string[] = [];
	server.events.on("request:start", ({ request }) => {
		if (request.url.includes("/links")) requests.push(`${request.method} ${new URL(request.url).pathname}`);
	});
	const { user } = detail(72);
	await user.click(await screen.findByRole("button", { name: /내려받기 ?진료비 세부산정내역서/ }));
	await waitFor(() => expect(leave).toHaveBeenCalledWith("http://localhost/mock-document"));
	expect(requests).toEqual(["POST /api/v1/patients/insurances/72/documents/detailed_statement/links"]);
	server.events.removeAllListeners();
	server.use(
		http.post("/patients/insurances/{id}/documents/{code}/links", () =>
			problem(409, "download_expired", "기간이 지났어요."),
		),
	);
	await user.click(screen.getByRole("button", { name: /내려받기 ?진료비 계산서·영수증/ }));
	expect(await screen.findByText("기간이 지났어요.")).toBeInTheDocument();
	expect(leave).toHaveBeenCalledTimes(1);
});

it("in_app_browser_offers_another_for_files", async () => {
	const kakao = "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 KAKAOTALK 10.7.0 (INAPP)";
	vi.spyOn(navigator, "userAgent", "get").mockReturnValue(kakao);
	detail(72);
	const link = await screen.findByRole("link", { name: "다른 브라우저로 열기" });
	expect(link.getAttribute("href")).toMatch(/^kakaotalk:\/\/web\/openExternal\?url=http/);
	cleanup();
	detail(70);
	await screen.findByText("등기를 보내면 번호를 알려드려요.");
	expect(screen.queryByRole("link", { name: "다른 브라우저로 열기" })).toBeNull();
});

it("letter_without_number_says_it_will_come", async () => {
	detail(70);
	expect(await screen.findByText("등기를 보내면 번호를 알려드려요.")).toBeInTheDocument();
});

it("letter_number_and_cancel_reason_are_shown", async () => {
	changeStore((store) => {
		const claim = store.claims.find(({ id }) => id === 70);
		Object.assign(claim ?? {}, { trackingNumber: "12345-678", status: -1, canceledReason: "진료 기록 없음" });
	});
	detail(70);
	expect(await screen.findByText("12345-678")).toBeInTheDocument();
	expect(screen.getByText(/취소된 청구예요. 진료 기록 없음/)).toBeInTheDocument();
});

it("sent_letter_offers_no_download", async () => {
	changeStore((store) => {
		Object.assign(store.claims.find(({ id }) => id === 72) ?? {}, { documents: [] });
	});
	detail(72);
	expect(await screen.findByText("서류를 보냈어요.")).toBeInTheDocument();
	expect(screen.getAllByText("발송 완료")).toHaveLength(2);
	expect(screen.queryByText(/내려받/)).toBeNull();
});

it.each(["999", "abc"])("claim_%s_is_not_found", async (id) => {
	detail(id);
	expect(await screen.findByText("청구를 찾을 수 없어요")).toBeInTheDocument();
});

it("language_change_refetches_claim", async () => {
	const requests: (string | null)[] = [];
	server.events.on("request:start", ({ request }) => {
		if (request.url.endsWith("/insurances/72")) requests.push(request.headers.get("Accept-Language"));
	});
	detail(72);
	await screen.findByRole("heading", { level: 1 });
	await waitFor(() => expect(requests).toEqual(["ko"]));
	await act(() => i18next.changeLanguage("en"));
	await waitFor(() => expect(requests).toEqual(["ko", "en"]));
	await act(() => i18next.changeLanguage("ko"));
	server.events.removeAllListeners();
});
