import { act, screen, waitFor, within } from "@testing-library/react";
import i18next from "i18next";
import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { problem } from "../../mocks/answers";
import { changeStore, readStore } from "../../mocks/insurance-db";
import { server } from "../../mocks/node";
import { answerPayment, popupWindow } from "../../test/claim";
import { renderScreen, signedIn } from "../../test/render";
import Insurance from "./insurance";

const list = () => renderScreen(Insurance, "/insurance-history", { person: true });
const detail = (id: number | string) =>
	renderScreen(Insurance, `/insurance/${id}`, { path: "/insurance/:id", person: true });
const links = () =>
	screen.getAllByRole("link", { name: /청구 상세 보기/ }).map((link) => link.getAttribute("href"));

beforeEach(async () => {
	await signedIn();
});

it("lists the claims, newest first, and which are to be paid", async () => {
	list();
	await screen.findAllByRole("link", { name: /청구 상세 보기/ });
	expect(links()).toEqual(["/insurance/72", "/insurance/71", "/insurance/70"]);
	expect(screen.getAllByText("결제 필요")).toHaveLength(1);
	expect(screen.getByText("다운로드 가능")).toBeInTheDocument();
	expect(screen.getByText(/2026-11-12 신청 · 7,260원/)).toBeInTheDocument();
});

it("takes a canceled claim out of the list, and offers that only before the clinic began", async () => {
	const { user } = list();
	const open = await screen.findAllByRole("button", { name: "청구 취소" });
	expect(open).toHaveLength(1);
	await user.click(open[0] as HTMLElement);
	await user.click(screen.getByRole("button", { name: "취소하기" }));
	await waitFor(() => expect(links()).toEqual(["/insurance/72", "/insurance/70"]));
	expect(readStore().claims.find(({ id }) => id === 71)?.status).toBe(-1);
});

it("says why a claim cannot be canceled any more", async () => {
	const { user } = list();
	await user.click(await screen.findByRole("button", { name: "청구 취소" }));
	changeStore((store) => {
		for (const claim of store.claims) claim.status = 1;
	});
	await user.click(screen.getByRole("button", { name: "취소하기" }));
	expect(await screen.findByText("지금은 바꿀 수 없는 청구예요.")).toBeInTheDocument();
});

it("pays a claim from the list", async () => {
	const popup = popupWindow();
	const { user } = list();
	await user.click(await screen.findByRole("button", { name: "7,260원 결제하기" }));
	await waitFor(() => expect(popup.replace).toHaveBeenCalled());
	const oid = answerPayment(String(popup.replace.mock.lastCall?.[0]), "pay");
	const at = () => screen.getByLabelText("address");
	await waitFor(() => expect(at()).toHaveTextContent(`/payment/complete?oid=${oid}`), { timeout: 5_000 });
});

it("says when there is none", async () => {
	changeStore((store) => {
		store.claims = [];
	});
	list();
	expect(await screen.findByText("아직 청구한 서류가 없어요")).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "새로 청구하기" })).toHaveAttribute("href", "/apply-insurance");
});

it("shows a claim's fees, payment, documents and what was told", async () => {
	detail(72);
	expect(await screen.findByText(/서류가 발급되었어요/)).toBeInTheDocument();
	const fees = within(screen.getByRole("region", { name: "청구 금액" }));
	expect(fees.getAllByText("3,630원")).toHaveLength(2);
	const payment = within(screen.getByRole("region", { name: "결제" }));
	expect(payment.getByText("카드")).toBeInTheDocument();
	expect(payment.getByRole("link", { name: /영수증 보기/ })).toHaveAttribute("rel", "noopener noreferrer");
	const told = within(screen.getByRole("region", { name: "청구 정보" }));
	for (const text of ["혀봄치과의원", "삼성화재", "치과 치료", "신한은행 110-***-***890"]) {
		expect(told.getByText(text)).toBeInTheDocument();
	}
	const again = within(screen.getByRole("region", { name: "이어서 할 수 있어요" }));
	expect(again.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
		"/apply-insurance?kind=reclaim&prior=72",
		"/apply-insurance?kind=forward&prior=72",
		"/apply-insurance?kind=resend&prior=72",
	]);
	expect(screen.queryByRole("button", { name: "청구 취소" })).toBeNull();
});

it("saves a document with the session, as a PDF", async () => {
	const saved: string[] = [];
	Object.assign(URL, { createObjectURL: () => "blob:pdf", revokeObjectURL: () => {} });
	vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
		saved.push(`${this.download} ${this.getAttribute("href")}`);
	});
	const { user } = detail(72);
	await user.click(await screen.findByRole("button", { name: /내려받기 ?진료비 세부산정내역서/ }));
	await waitFor(() => expect(saved).toEqual(["진료비 세부산정내역서.pdf blob:pdf"]));
	server.use(
		http.get("*/insurances/:id/documents/:code", () => problem(404, "not_found", "기간이 지났어요.")),
	);
	await user.click(screen.getByRole("button", { name: /내려받기 ?진료비 계산서·영수증/ }));
	expect(await screen.findByText("기간이 지났어요.")).toBeInTheDocument();
});

it("says that the letter's number comes", async () => {
	detail(70);
	expect(await screen.findByText("등기를 보내면 번호를 알려드려요.")).toBeInTheDocument();
});

it("tells the letter's number, and why a claim was canceled", async () => {
	changeStore((store) => {
		const claim = store.claims.find(({ id }) => id === 70);
		Object.assign(claim ?? {}, { trackingNumber: "12345-678", status: -1, canceledReason: "진료 기록 없음" });
	});
	detail(70);
	expect(await screen.findByText("12345-678")).toBeInTheDocument();
	expect(screen.getByText(/취소된 청구예요. 진료 기록 없음/)).toBeInTheDocument();
});

it.each(["999", "abc"])("says that there is no claim %s", async (id) => {
	detail(id);
	expect(await screen.findByText("청구를 찾을 수 없어요")).toBeInTheDocument();
});

it("asks anew in the language that the reader changes to", async () => {
	const asked: (string | null)[] = [];
	server.events.on("request:start", ({ request }) => {
		if (request.url.endsWith("/insurances/72")) asked.push(request.headers.get("Accept-Language"));
	});
	detail(72);
	await screen.findByRole("heading", { level: 1 });
	await waitFor(() => expect(asked).toEqual(["ko"]));
	await act(() => i18next.changeLanguage("en"));
	await waitFor(() => expect(asked).toEqual(["ko", "en"]));
	await act(() => i18next.changeLanguage("ko"));
	server.events.removeAllListeners();
});
