import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "~/shared/api/query-client";
import { changeStore, readStore } from "../../../mocks/insurance-db";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

beforeEach(staffSignedIn);

const claim = (id: number) => readStore().claims.find((each) => each.id === id);
const PDF = new File(["%PDF-1.7\n"], "receipt.pdf", { type: "application/pdf" });

it("claims_are_filtered_by_status_and_name", async () => {
	const { user } = renderClinic("/clinic/insurances");
	const rows = async () =>
		within(await screen.findByRole("list", { name: "청구 목록" })).findAllByRole("link");
	expect((await rows()).map((row) => row.getAttribute("href"))).toEqual([
		"/clinic/insurances/72",
		"/clinic/insurances/71",
		"/clinic/insurances/70",
	]);
	expect(screen.getByRole("link", { name: "보험서류" })).toHaveAttribute("aria-current", "page");
	await user.selectOptions(screen.getByRole("combobox", { name: "상태" }), "발급 중");
	await waitFor(async () => expect(await rows()).toHaveLength(1));
	await user.type(screen.getByRole("searchbox"), "없는 사람");
	expect(await screen.findByText("조건에 맞는 청구가 없어요.")).toBeInTheDocument();
});

it("unpaid_claim_cannot_be_accepted", async () => {
	renderClinic("/clinic/insurances/71");
	expect(await screen.findByRole("button", { name: "접수하고 발급 시작" })).toBeDisabled();
	expect(screen.getByText(/아직 결제되지 않았어요/)).toBeInTheDocument();
});

it("accepted_claim_waits_for_its_documents", async () => {
	changeStore((store) => {
		for (const each of store.claims) each.needToPayment = false;
	});
	const { user } = renderClinic("/clinic/insurances/71");
	await user.click(await screen.findByRole("button", { name: "접수하고 발급 시작" }));
	await waitFor(() => expect(claim(71)?.status).toBe(1));
	expect(await screen.findByRole("button", { name: "환자에게 보내기" })).toBeDisabled();
});

// One document is uploaded and the other written here; the letter has a tracking number.
it("claim_with_all_documents_is_released", async () => {
	const { user } = renderClinic("/clinic/insurances/70");
	const pick = await screen.findByLabelText(/PDF 올리기 진료비 계산서·영수증/);
	await user.upload(pick, new File(["hello"], "x.pdf", { type: "application/pdf" }));
	expect(await screen.findByText("PDF 파일이 아니에요.")).toBeInTheDocument();
	await user.upload(pick, PDF);
	expect(await screen.findByLabelText(/PDF 바꾸기 진료비 계산서·영수증/)).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: /직접 작성 ?진료비 세부산정내역서/ }));
	const editor = within(await screen.findByRole("region", { name: "진료비 세부산정내역서 작성" }));
	await user.click(editor.getByRole("button", { name: "PDF 만들기" }));
	expect(editor.getByText(/표시된 칸을 확인해 주세요/)).toBeInTheDocument();
	expect(editor.getByRole("textbox", { name: "1번째 줄 명칭" })).toBeInvalid();
	await user.type(editor.getByRole("textbox", { name: "1번째 줄 명칭" }), "레진 충전");
	await user.type(editor.getByRole("textbox", { name: "1번째 줄 단가" }), "80000");
	expect(editor.getByText(/합이 다른 줄이 1개/)).toBeInTheDocument();
	await user.type(editor.getByRole("textbox", { name: "1번째 줄 비급여" }), "80000");
	expect(editor.getAllByText("80,000원")).toHaveLength(3);
	await user.click(editor.getByRole("button", { name: "PDF 만들기" }));
	await waitFor(() => expect(claim(70)?.documents.every(({ issued }) => issued)).toBe(true));
	await user.type(screen.getByRole("textbox", { name: "등기 번호" }), "12345-678");
	await user.click(await screen.findByRole("button", { name: "환자에게 보내기" }));
	const question = within(screen.getByRole("dialog", { name: "환자에게 보낼까요?" }));
	expect(claim(70)?.status).toBe(1);
	expect(question.getByText(/치과가 발급을 취소하고 환불할 수 있어요/)).toBeInTheDocument();
	await user.click(question.getByRole("button", { name: "보내기" }));
	expect(await screen.findByRole("heading", { name: "발급 완료" })).toBeInTheDocument();
	expect(claim(70)).toMatchObject({ status: 2, trackingNumber: "12345-678" });
	expect(screen.queryByRole("button", { name: "발급 불가" })).toBeNull();
});

// Leaving the page asks first.
it("half_written_statement_is_kept_as_draft", async () => {
	const first = renderClinic("/clinic/insurances/70");
	await first.user.click(await screen.findByRole("button", { name: /직접 작성 ?진료비 세부산정내역서/ }));
	await first.user.type(await screen.findByRole("textbox", { name: "1번째 줄 명칭" }), "레진 충전");
	await first.user.click(screen.getByRole("link", { name: "초대" }));
	const question = within(await screen.findByRole("dialog", { name: "저장하지 않은 내용이 있어요" }));
	expect(question.queryByRole("button", { name: "저장하고 나가기" })).toBeNull();
	await first.user.click(question.getByRole("button", { name: "계속 작성하기" }));
	expect(screen.getByRole("textbox", { name: "1번째 줄 명칭" })).toHaveValue("레진 충전");
	first.unmount();
	renderClinic("/clinic/insurances/70");
	expect(await screen.findByRole("textbox", { name: "1번째 줄 명칭" })).toHaveValue("레진 충전");
});

it("claim_has_an_address_label_to_print", async () => {
	const print = vi.spyOn(window, "print").mockImplementation(() => {});
	const { user } = renderClinic("/clinic/insurances/70");
	await user.click(await screen.findByRole("link", { name: "주소 라벨" }));
	expect(await screen.findByText("03187")).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "인쇄하기" }));
	expect(print).toHaveBeenCalled();
});

it("label_of_unknown_claim_leads_to_the_list", async () => {
	renderClinic("/clinic/insurances/999/label");
	expect(await screen.findByRole("heading", { name: "청구를 찾을 수 없어요" })).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "청구 목록으로" })).toHaveAttribute("href", "/clinic/insurances");
});

// The payout account for the insurer's form is opened with a reason.
it("forwarding_to_other_insurer_is_recorded", async () => {
	changeStore((store) => {
		const own = store.claims.find(({ id }) => id === 70);
		if (own) own.options = { ...own.options, forwarding: true, forwardTo: { id: 2, name: "현대해상" } };
	});
	const { user } = renderClinic("/clinic/insurances/70");
	expect(await screen.findByText("다른 보험사로 보낸 기록 남기기")).toBeInTheDocument();
	await user.click(await screen.findByRole("button", { name: "입금 계좌와 주민번호 열기" }));
	await user.click(screen.getByRole("button", { name: "열기" }));
	expect(await screen.findByText("이유를 적어 주세요.")).toBeInTheDocument();
	await user.type(screen.getByRole("textbox", { name: "여는 이유" }), "현대해상 청구서");
	await user.click(screen.getByRole("button", { name: "열기" }));
	expect(await screen.findByText("신한은행 110123456890")).toBeInTheDocument();
	await user.keyboard("{Escape}");
	await user.selectOptions(screen.getByRole("combobox", { name: "보낸 방법" }), "팩스");
	await user.type(screen.getByRole("textbox", { name: "증빙" }), "02-123-4567");
	await user.click(screen.getByRole("button", { name: "전달 기록하기" }));
	await waitFor(() =>
		expect(claim(70)?.forwarded).toMatchObject({ method: "fax", reference: "02-123-4567" }),
	);
	await waitFor(() => expect(screen.queryByText("다른 보험사로 보낸 기록 남기기")).toBeNull());
});

it("uploaded_scan_asks_for_the_paid_signature", async () => {
	changeStore((store) => {
		const own = store.claims.find(({ id }) => id === 70);
		if (own) own.options = { ...own.options, doctorSignature: true };
	});
	const { user } = renderClinic("/clinic/insurances/70");
	await user.upload(await screen.findByLabelText(/PDF 올리기 진료비 계산서·영수증/), PDF);
	expect(claim(70)?.documents.some(({ issued }) => issued)).toBe(false);
	await user.click(screen.getByRole("button", { name: "네, 서명을 확인했어요" }));
	expect(await screen.findByText("서명한 스캔")).toBeInTheDocument();
});

it("issued_document_is_saved_with_a_reason", async () => {
	const saved: string[] = [];
	Object.assign(URL, { createObjectURL: () => "blob:pdf", revokeObjectURL: () => {} });
	vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
		saved.push(this.download);
	});
	const { user } = renderClinic("/clinic/insurances/72");
	await user.click(await screen.findByRole("button", { name: /받기 ?진료비 계산서·영수증/ }));
	await user.click(await screen.findByRole("button", { name: "내려받기" }));
	expect(await screen.findByText("이유를 적어 주세요.")).toBeInTheDocument();
	expect(saved).toEqual([]);
	await user.type(screen.getByRole("textbox", { name: "받는 이유" }), "등기우편 발송");
	await user.click(screen.getByRole("button", { name: "내려받기" }));
	await waitFor(() => expect(saved).toEqual(["진료비 계산서·영수증.pdf"]));
});

it("paid_signature_requires_the_doctor", async () => {
	changeStore((store) => {
		const paid = store.claims.find(({ id }) => id === 70);
		if (paid) paid.options = { ...paid.options, doctorSignature: true };
	});
	const { user } = renderClinic("/clinic/insurances/70");
	await user.click(await screen.findByRole("button", { name: /직접 작성 ?진료비 세부/ }));
	await user.click(await screen.findByRole("button", { name: "PDF 만들기" }));
	expect(await screen.findByRole("textbox", { name: "의사 이름" })).toBeInvalid();
	expect(await screen.findByRole("textbox", { name: "면허번호" })).toBeInvalid();
});

it("lines_of_one_document_carry_over_to_other", async () => {
	const { user } = renderClinic("/clinic/insurances/70");
	await user.click(await screen.findByRole("button", { name: /직접 작성 ?진료비 세부/ }));
	await user.type(await screen.findByRole("textbox", { name: "1번째 줄 명칭" }), "스케일링");
	await user.click(screen.getByRole("button", { name: "+ 줄 추가" }));
	await user.click(screen.getByRole("button", { name: "2번째 줄 삭제" }));
	await user.click(screen.getByRole("button", { name: /직접 작성 ?진료비 계산서/ }));
	expect(await screen.findByRole("textbox", { name: "1번째 줄 명칭" })).toHaveValue("스케일링");
	expect(screen.queryByRole("textbox", { name: "2번째 줄 명칭" })).toBeNull();
});

it("claim_is_refused_with_a_reason", async () => {
	const { user } = renderClinic("/clinic/insurances/70");
	await user.click(await screen.findByRole("button", { name: "발급 불가" }));
	await user.click(screen.getByRole("button", { name: "발급 불가로 처리" }));
	expect(await screen.findByText("이유를 적어 주세요.")).toBeInTheDocument();
	await user.type(screen.getByRole("textbox", { name: "이유" }), "진료 기록이 없어요");
	await user.click(screen.getByRole("button", { name: "발급 불가로 처리" }));
	expect(await screen.findByRole("heading", { name: "취소된 청구" })).toBeInTheDocument();
	expect(await screen.findByText("진료 기록이 없어요")).toBeInTheDocument();
	expect(await screen.findAllByText(/환불 중/)).toHaveLength(2);
	expect(claim(70)?.status).toBe(-1);
});

it("released_claim_is_canceled_with_refund", async () => {
	changeStore((store) => {
		const own = store.claims.find(({ id }) => id === 70);
		if (own) own.status = 2;
	});
	const { user } = renderClinic("/clinic/insurances/70");
	await user.click(await screen.findByRole("button", { name: "발급 취소·환불" }));
	const question = within(screen.getByRole("dialog", { name: "보낸 서류를 취소할까요?" }));
	await user.type(question.getByRole("textbox", { name: "이유" }), "다른 진료의 영수증이에요");
	await user.click(question.getByRole("button", { name: "취소하고 환불하기" }));
	expect(await screen.findByRole("heading", { name: "취소된 청구" })).toBeInTheDocument();
	expect(claim(70)?.status).toBe(-1);
});

it("refund_of_canceled_claim_is_shown", async () => {
	changeStore((store) => {
		const own = store.claims.find(({ id }) => id === 70);
		if (!own?.payment) return;
		const refund = { state: "refunding", amount: 7_260, at: "2026-11-20T03:00:00Z" };
		Object.assign(own, { status: -1, payment: { ...own.payment, refunded: true, refund } });
	});
	const first = renderClinic("/clinic/insurances/70");
	const step = within(await screen.findByRole("region", { name: "취소된 청구" }));
	expect(step.getByText("7,260원 환불 중 (2026-11-20부터)")).toBeInTheDocument();
	first.unmount();
	changeStore((store) => {
		const refund = store.claims.find(({ id }) => id === 70)?.payment?.refund;
		if (refund) Object.assign(refund, { state: "refunded", at: "2026-11-22T03:00:00Z" });
	});
	// Otherwise the claim is still fresh, and refetched only by the next poll.
	await queryClient.invalidateQueries();
	renderClinic("/clinic/insurances/70");
	const order = within(await screen.findByRole("region", { name: "옵션과 결제" }));
	expect(await order.findByText("7,260원 환불 완료 (2026-11-22)")).toBeInTheDocument();
});

it("claim_list_keeps_filters_on_back", async () => {
	const { user } = renderClinic("/clinic/insurances");
	await user.selectOptions(await screen.findByRole("combobox", { name: "상태" }), "발급 중");
	await user.type(screen.getByRole("searchbox"), "김하늘");
	const address = screen.getByLabelText("address");
	await waitFor(() =>
		expect(new URLSearchParams(address.textContent?.split("?")[1]).get("q")).toBe("김하늘"),
	);
	await user.click(await screen.findByRole("link", { name: /김하늘/ }));
	await user.click(await screen.findByRole("link", { name: "주소 라벨" }));
	await user.click(await screen.findByRole("link", { name: "청구로 돌아가기" }));
	await user.click(await screen.findByRole("link", { name: "청구 목록으로" }));
	expect(await screen.findByRole("combobox", { name: "상태" })).toHaveDisplayValue("발급 중");
	expect(screen.getByRole("searchbox")).toHaveValue("김하늘");
	await user.click(screen.getByRole("link", { name: "보험서류" }));
	await waitFor(() => expect(screen.getByRole("searchbox")).toHaveValue(""));
	expect(screen.getByRole("combobox", { name: "상태" })).toHaveDisplayValue("전체 상태");
});

it("unknown_claim_is_not_found", async () => {
	renderClinic("/clinic/insurances/999");
	expect(await screen.findByText("청구를 찾을 수 없어요")).toBeInTheDocument();
});
