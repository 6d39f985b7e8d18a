import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { emptyClaim, readClaim, saveAccount, saveClaim } from "~/patient/features/insurance/claim-draft";
import { clinicDb } from "../../../mocks/clinic-db";
import { INSTITUTIONS } from "../../../mocks/clinic-seeds";
import { db } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { changeStore, readStore } from "../../../mocks/insurance-db";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { atPay, type Popup, popupWindow, toInfo } from "../../../test/claim";
import { renderScreen, signedIn } from "../../../test/render";
import ApplyInsurance from "./apply-insurance";

const show = (query = "") => renderScreen(ApplyInsurance, `/apply-insurance${query}`, { person: true });
const CLINIC = INSTITUTIONS[1] as (typeof INSTITUTIONS)[number];
let popup: Popup;

beforeEach(async () => {
	vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	popup = popupWindow();
	await signedIn();
});

it("each_agreement_is_given_separately", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await screen.findByRole("combobox", { name: "보험사 찾기" });
	await user.click(screen.getByRole("button", { name: "다음" }));
	expect(await screen.findByText("보험사를 선택해주세요.")).toBeInTheDocument();
	await waitFor(() => expect(screen.getByRole("combobox", { name: "보험사 찾기" })).toHaveFocus());
	await user.click(screen.getByRole("combobox", { name: "보험사 찾기" }));
	await user.click(screen.getByRole("option", { name: "현대해상" }));
	const boxes = screen.getAllByRole("checkbox");
	expect(boxes).toHaveLength(3);
	await user.click(boxes[0] as HTMLElement);
	await user.click(screen.getByRole("button", { name: "다음" }));
	expect(await screen.findAllByText("동의해야 청구할 수 있어요.")).toHaveLength(2);
	await waitFor(() => expect(boxes[1]).toHaveFocus());
	expect(db.consents).toEqual([]);
	for (const box of boxes.slice(1)) await user.click(box);
	await user.click(screen.getByRole("button", { name: "다음" }));
	await screen.findByRole("heading", { level: 1, name: "보험 기본 정보" });
	expect(db.consents.map(({ kind, recipient }) => [kind, recipient?.name ?? null]).sort()).toEqual([
		["health", null],
		["provide", CLINIC.name],
		["provide", "현대해상"],
	]);
});

it("favorite_clinic_is_offered_first", async () => {
	clinicDb.favorites = [CLINIC.id];
	const { user } = show();
	await screen.findByRole("list", { name: "자주 가는 치과" });
	const titles = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
	expect(titles).toEqual(["자주 가는 치과", "전에 이용한 치과"]);
	await user.click(screen.getByRole("button", { name: new RegExp(`^${CLINIC.name}`) }));
	await screen.findByRole("heading", { level: 1, name: "어느 보험사에 청구하시나요?" });
	const star = await screen.findByRole("button", { name: `자주 가는 치과로 저장: ${CLINIC.name}` });
	await waitFor(() => expect(star).toHaveAttribute("aria-pressed", "true"));
});

it("short_phone_number_shows_example", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await toInfo(user);
	const mobile = await screen.findByRole("textbox", { name: "연락처" });
	await user.clear(mobile);
	await user.type(mobile, "010-12");
	await user.click(screen.getByRole("button", { name: "다음" }));
	expect(await screen.findByText("연락처를 다시 확인해 주세요. 예) 010-1234-5678")).toBeInTheDocument();
});

it("field_errors_are_shown_and_first_focused", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await toInfo(user);
	await screen.findByRole("group", { name: "사고(발병)일" });
	await user.click(screen.getByRole("button", { name: "다음" }));
	for (const text of [/오늘까지의 날짜/, "발생 원인을 입력해주세요."]) {
		expect(screen.getByText(text)).toBeInTheDocument();
	}
	expect(screen.getByRole("group", { name: "사고(발병)일" })).toContainElement(
		document.activeElement as HTMLElement,
	);
});

it("quote_is_itemized_and_follows_changes", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	const quote = within(await screen.findByRole("region", { name: "결제할 금액" }));
	expect(
		quote
			.getAllByRole("row")
			.slice(1)
			.map((row) => row.textContent),
	).toEqual([
		"진료비 영수증 발급부가세 330원 포함3,630원",
		"진료비 세부산정내역서 발급부가세 330원 포함3,630원",
		"합계부가세 660원 포함7,260원",
	]);
	await user.click(await screen.findByRole("checkbox", { name: "등기 우편으로 받기 +11,000원" }));
	expect(await screen.findByRole("button", { name: "18,260원 결제하기" })).toBeInTheDocument();
	await user.clear(await screen.findByRole("textbox", { name: "우편번호" }));
	await user.click(screen.getByRole("button", { name: "18,260원 결제하기" }));
	expect(await screen.findByText("우편번호 5자리를 입력해주세요.")).toBeInTheDocument();
	expect(popup.open).not.toHaveBeenCalled();
	await user.click(screen.getByRole("checkbox", { name: /^등기 우편으로 받기/ }));
	for (const name of ["진료비 계산서·영수증 3,630원", "진료비 세부산정내역서 3,630원"]) {
		await user.click(screen.getByRole("checkbox", { name }));
	}
	await user.click(screen.getByRole("button", { name: /결제하기/ }));
	expect(await screen.findByText("서류를 하나 이상 선택해주세요.")).toBeInTheDocument();
	await waitFor(() => expect(screen.getByRole("checkbox", { name: /^진료비 계산서/ })).toHaveFocus());
});

it("failed_clinic_options_can_be_reloaded", async () => {
	server.use(
		http.get("/patients/institutions/{id}/claim-options", () =>
			problem(500, "internal", "잠시 문제가 생겼어요."),
		),
	);
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	const retry = await screen.findByRole("button", { name: "다시 시도" });
	expect(screen.queryByRole("checkbox", { name: /^등기 우편으로 받기/ })).toBeNull();
	server.resetHandlers();
	await user.click(retry);
	expect(await screen.findByRole("checkbox", { name: /^등기 우편으로 받기/ })).toBeInTheDocument();
	expect(retry).not.toBeInTheDocument();
});

it("claim_without_payment_clears_draft", async () => {
	const count = readStore().claims.length;
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	await user.click(screen.getByRole("button", { name: "청구만 하고 나중에 결제" }));
	await waitFor(() => expect(screen.getByLabelText("address")).toHaveTextContent(/^\/insurance\/\d+$/));
	const { claims } = readStore();
	expect(claims).toHaveLength(count + 1);
	expect(claims[0]).toMatchObject({ needToPayment: true, status: 0, institution: { id: CLINIC.id } });
	expect(readClaim()).toBeNull();
});

it("refused_field_is_shown_at_its_step", async () => {
	const detail = "발생 원인을 확인해 주세요.";
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	const errors = [{ field: "reason", code: "format", message: detail }];
	server.use(http.post("/patients/payments", () => problem(422, "validation", "확인", errors)));
	await user.click(await screen.findByRole("button", { name: "7,260원 결제하기" }));
	await screen.findByRole("heading", { level: 1, name: "보험 기본 정보" });
	expect(screen.getByText(detail)).toBeInTheDocument();
	expect(popup.close).toHaveBeenCalled();
});

it("withdrawn_consent_leads_back_to_agreements", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	db.consents = [];
	await user.click(await screen.findByRole("button", { name: "7,260원 결제하기" }));
	await screen.findByRole("heading", { level: 1, name: "어느 보험사에 청구하시나요?" });
	expect(screen.getByText("정보 제공에 동의해 주세요.")).toBeInTheDocument();
});

it("reload_keeps_step_and_draft_not_secrets", async () => {
	const first = show(`?institutionId=${CLINIC.id}`);
	await atPay(first.user);
	await first.user.click(screen.getByRole("checkbox", { name: /^다른 보험사에도 전달/ }));
	await first.user.type(screen.getByRole("textbox", { name: "계좌번호" }), "110-123-456789");
	await first.user.type(screen.getByRole("textbox", { name: "뒤 첫 자리" }), "2");
	first.unmount();
	const { user } = show("?step=3");
	await screen.findByRole("heading", { level: 1, name: "필요한 서류" });
	expect(await screen.findByRole("textbox", { name: "뒤 첫 자리" })).toHaveValue("");
	expect(screen.getByRole("textbox", { name: "계좌번호" })).toHaveValue("110-123-456789");
	expect(localStorage.getItem("insuranceClaim")).not.toContain("110-123-456789");
	await user.click(screen.getByRole("button", { name: "이전" }));
	expect(await screen.findByRole("textbox", { name: "발생 원인" })).toHaveValue("어금니 충치 치료");
});

it("reload_keeps_incomplete_input", async () => {
	const first = show(`?institutionId=${CLINIC.id}`);
	await toInfo(first.user);
	await first.user.type(screen.getByRole("textbox", { name: "발생 원인" }), "어금니");
	first.unmount();
	show("?step=3");
	expect(await screen.findByRole("textbox", { name: "발생 원인" })).toHaveValue("어금니");
	expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("보험 기본 정보");
});

it("letter_address_is_prefilled_and_editable", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	await user.click(screen.getByRole("checkbox", { name: /^등기 우편으로 받기/ }));
	const zipcode = await screen.findByRole("textbox", { name: "우편번호" });
	await waitFor(() => expect(zipcode).toHaveValue("04524"));
	expect(screen.getByText(/내 정보의 주소를 채워/)).toBeInTheDocument();
	await user.clear(zipcode);
	await user.type(zipcode, "03187");
	expect(screen.queryByText(/내 정보의 주소를 채워/)).toBeNull();
	await user.click(await screen.findByRole("button", { name: "청구만 하고 나중에 결제" }));
	await waitFor(() => expect(screen.getByLabelText("address")).toHaveTextContent(/^\/insurance\/\d+$/));
});

it("previous_button_returns_step_by_step", async () => {
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await toInfo(user);
	await user.click(screen.getByRole("button", { name: "이전" }));
	await screen.findByRole("heading", { level: 1, name: "어느 보험사에 청구하시나요?" });
	await user.click(screen.getByRole("button", { name: "이전" }));
	await screen.findByRole("heading", { level: 1, name: "어느 치과에서 진료받으셨나요?" });
});

it("server_error_clears_while_typing", async () => {
	const detail = "발생 원인을 확인해 주세요.";
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	const errors = [{ field: "reason", code: "format", message: detail }];
	server.use(http.post("/patients/payments", () => problem(422, "validation", "확인", errors)));
	await user.click(await screen.findByRole("button", { name: "7,260원 결제하기" }));
	const reason = await screen.findByRole("textbox", { name: "발생 원인" });
	expect(await screen.findByText(detail)).toBeInTheDocument();
	await user.type(reason, "!");
	await waitFor(() => expect(screen.queryByText(detail)).toBeNull());
});

it("new_claim_starts_after_a_follow_up", async () => {
	const first = show("?kind=reclaim&prior=72");
	await toInfo(first.user, "삼성화재");
	expect(readClaim()).toMatchObject({ kind: "reclaim", priorClaimId: 72 });
	first.unmount();
	const again = show("?step=2&kind=reclaim&prior=72");
	expect(await screen.findByText("고쳐서 다시 청구 · 50% 할인")).toBeInTheDocument();
	again.unmount();
	show();
	await screen.findByRole("heading", { level: 1, name: "어느 치과에서 진료받으셨나요?" });
	expect(screen.queryByText(/50% 할인/)).toBeNull();
	expect(readClaim()).toMatchObject({ kind: "new", priorClaimId: null, institution: null, info: null });
});

it("draft_of_other_patient_is_not_shown", async () => {
	saveClaim({ ...emptyClaim(999), institution: CLINIC, insurer: { id: 2, name: "현대해상" } });
	saveAccount(999, "110123456789");
	show("?step=2");
	await screen.findByRole("heading", { level: 1, name: "어느 치과에서 진료받으셨나요?" });
	expect(readClaim()?.institution).toBeNull();
});

it("reclaim_keeps_insurer_at_half_price", async () => {
	const { user } = show("?kind=reclaim&prior=72");
	expect(await screen.findByText("고쳐서 다시 청구 · 50% 할인")).toBeInTheDocument();
	await user.click(await screen.findByRole("combobox", { name: "보험사 찾기" }));
	expect(screen.getAllByRole("option")).toHaveLength(1);
	await toInfo(user, "삼성화재");
	expect(screen.getByRole("textbox", { name: "발생 원인" })).toHaveValue("어금니 충치 치료");
	await user.click(screen.getByRole("button", { name: "다음" }));
	expect(await screen.findByRole("button", { name: "3,630원 결제하기" })).toBeInTheDocument();
	expect(await screen.findByText("-3,630원")).toBeInTheDocument();
	expect(await screen.findByText("할인 뒤의 부가세 330원 포함")).toBeInTheDocument();
	expect(screen.queryByText(/부가세 -/)).toBeNull();
});

it("signature_needs_stored_seal_of_clinic", async () => {
	const none = { options: { doctorSignature: false, registeredMail: true, forwarding: true } };
	server.use(http.get("/patients/institutions/{id}/claim-options", () => HttpResponse.json(none)));
	const { user } = show(`?institutionId=${CLINIC.id}`);
	await atPay(user);
	expect(screen.getByRole("checkbox", { name: /^등기 우편으로 받기/ })).toBeInTheDocument();
	expect(screen.queryByRole("checkbox", { name: /^의사 서명/ })).toBeNull();
});

it("resent_letter_needs_address_only", async () => {
	changeStore((store) => {
		const mailTo = { zipcode: "04524", address: "서울특별시 중구 시범로 1", addressDetail: "101호" };
		Object.assign(store.claims.find(({ id }) => id === 72) ?? {}, { mailTo });
	});
	const { user } = show("?kind=resend&prior=72");
	await toInfo(user, "삼성화재");
	await user.click(screen.getByRole("button", { name: "다음" }));
	expect(await screen.findByRole("textbox", { name: "주소" })).toHaveValue("서울특별시 중구 시범로 1");
	expect(await screen.findByText(/이미 발급된 서류를 등기로/)).toBeInTheDocument();
	expect(screen.queryByRole("checkbox")).toBeNull();
	expect(await screen.findByRole("button", { name: "7,700원 결제하기" })).toBeInTheDocument();
});

it("text_from_url_is_never_shown", async () => {
	show(`?step=3&${new URLSearchParams({ msg: "02-000-0000으로 전화하세요" })}`);
	await screen.findByRole("heading", { level: 1 });
	expect(screen.queryByText(/전화하세요/)).toBeNull();
});

it("free_public_service_is_linked", async () => {
	show(`?institutionId=${CLINIC.id}`);
	const link = await screen.findByRole("link", { name: /실손24 열기/ });
	expect(link).toHaveAttribute("target", "_blank");
	expect(link).toHaveAttribute("rel", "noopener noreferrer");
});
