import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import { loadPatient, resetSession } from "~/patient/session/session";
import { ACCOUNT, db, SMS_CODE } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import Account from "./account";
import AccountLeave from "./account-leave";

const show = () => renderScreen(Account, "/account", { person: true });
const leave = () => renderScreen(AccountLeave, "/account/leave", { person: true });

beforeEach(signedIn);

it("account_masks_number_and_links_pages", async () => {
	show();
	expect(screen.getByRole("heading", { name: "김하늘" })).toBeInTheDocument();
	expect(screen.getByText("010-****-5678")).toBeInTheDocument();
	expect(document.body.textContent).not.toContain("1234-5678");
	const links = [
		"내 정보",
		"알림",
		"검진 기록",
		"알림 설정",
		"동의 관리",
		"이용약관",
		"개인정보처리방침",
		"탈퇴하기",
	];
	const targets = links.map((name) => screen.getByRole("link", { name }).getAttribute("href"));
	expect(targets).toEqual([
		"/account/profile",
		"/notifications",
		"/records",
		"/account/notifications",
		"/account/consents",
		"/terms",
		"/privacy",
		"/account/leave",
	]);
	expect(screen.getByRole("button", { name: "English" })).toBeInTheDocument();
});

it("visitor_is_sent_to_sign_in", async () => {
	resetSession();
	// biome-ignore lint/suspicious/noDocumentCookie: nobody is signed in
	document.cookie = "authorization=; Path=/; Max-Age=0";
	await loadPatient();
	show();
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent(
		"/auth/signin?redirect=%2Faccount",
	);
});

it("data_export_names_where_link_is_sent", async () => {
	const { user } = show();
	expect(screen.getByText(/문자\(010-\*{4}-5678\)로 링크를 보내드려요/)).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "파일 요청하기" }));
	expect(await screen.findByText("요청을 받았어요")).toBeInTheDocument();
	expect(await screen.findByRole("button", { name: "다시 요청하기" })).toHaveFocus();
});

it("data_export_masks_email", async () => {
	db.patient.email = "haneul@example.com";
	await loadPatient();
	show();
	expect(screen.getByText(/이메일\(h\*{3}@example\.com\)로 링크를/)).toBeInTheDocument();
});

it("data_export_distinguishes_limit_and_failure", async () => {
	const often = () => problem(429, "too_many_requests", "요청이 많아요.");
	server.use(http.post("/patients/export", often, { once: true }));
	const { user } = show();
	await user.click(screen.getByRole("button", { name: "파일 요청하기" }));
	expect(await screen.findByText(/조금 전에 요청을 받아/)).toBeInTheDocument();
	const busy = () => problem(429, "overloaded", "이용하는 분이 많아요.");
	server.use(http.post("/patients/export", busy, { once: true }));
	await user.click(screen.getByRole("button", { name: "파일 요청하기" }));
	expect(await screen.findByText(/요청이 많았어요/)).toBeInTheDocument();
	server.use(http.post("/patients/export", () => HttpResponse.error(), { once: true }));
	await user.click(screen.getByRole("button", { name: "파일 요청하기" }));
	expect(await screen.findByText(/서버에 연결하지 못했어요/)).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "파일 요청하기" }));
	expect(await screen.findByText("요청을 받았어요")).toBeInTheDocument();
});

it("deletion_page_lists_retention_periods", () => {
	leave();
	const retention = screen.getByRole("region", { name: "자료가 지워지는 때" });
	const rows = within(retention)
		.getAllByRole("term")
		.map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
	expect(rows).toEqual([
		"혀 사진, 점수, 신청 내역: 30일 뒤",
		"가입 정보: 90일 뒤",
		"계약과 결제 기록: 5년",
		"방문(접속) 기록: 3개월",
		"로그인과 개인정보 접근 기록: 2년",
	]);
	expect(retention).toHaveTextContent("위의 마지막 세 가지는 법이 정한 기간 동안");
});

it("deletion_names_documents_out_of_reach", async () => {
	db.endings = {
		applications: [],
		claims: [{ id: 7, institution: "밝은치과", createdAt: "2026-11-02T00:00:00Z", amount: 7_260 }],
		continuingClaims: [{ id: 8, institution: "고운치과", createdAt: "2026-11-01T00:00:00Z", amount: 21_560 }],
		unpaidClaims: [],
		refund: 7_260,
	};
	leave();
	expect(screen.getByText(/발급된 보험서류는 청구 내역에서 먼저 내려받아 주세요/)).toBeInTheDocument();
	const endings = await screen.findByRole("region", { name: "탈퇴하면 취소되는 것과 돈" });
	expect(await within(endings).findByText(/밝은치과에 .* 취소되고 7,260원을 돌려드려요/)).toBeInTheDocument();
	expect(within(endings).getByText(/고운치과에서 2026-11-01 .* 돌려드리지 못해요/)).toHaveTextContent(
		/등기를 골랐을 때만 30일 안에 받을 수 있으니/,
	);
});

// Then the patient is signed out and sees the goodbye page.
it("account_is_deleted_after_two_confirmations", async () => {
	const calls: string[] = [];
	server.events.on("request:start", ({ request }) => {
		if (request.method === "DELETE") calls.push(request.url);
	});
	const { user } = leave();
	expect(screen.getByRole("button", { name: "탈퇴하기" })).toBeDisabled();
	await user.click(screen.getByRole("checkbox", { name: "위 내용을 모두 확인했어요" }));
	await user.click(screen.getByRole("button", { name: "탈퇴하기" }));
	await user.click(await screen.findByRole("button", { name: "계속 이용하기" }));
	await user.click(screen.getByRole("button", { name: "탈퇴하기" }));
	await user.click(await screen.findByRole("button", { name: "네, 탈퇴할게요" }));
	expect(await screen.findByText("비밀번호를 입력해 주세요.")).toBeInTheDocument();
	await user.type(screen.getByLabelText("비밀번호"), "wrong1234!{Enter}");
	expect(await screen.findByText("비밀번호가 올바르지 않아요.")).toBeInTheDocument();
	expect(calls).toEqual([]);
	await user.clear(screen.getByLabelText("비밀번호"));
	await user.type(screen.getByLabelText("비밀번호"), ACCOUNT.password);
	await user.click(screen.getByRole("button", { name: "네, 탈퇴할게요" }));
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/goodbye");
	expect(calls).toHaveLength(1);
	expect(document.cookie).not.toContain("authorization");
});

// The code replaces the password.
it("account_is_deleted_with_phone_code", async () => {
	const sent: unknown[] = [];
	server.events.on("request:start", async ({ request }) => {
		if (request.url.endsWith("/phone-codes")) sent.push(await request.clone().json());
	});
	const { user } = leave();
	await user.click(screen.getByRole("checkbox"));
	await user.click(screen.getByRole("button", { name: "탈퇴하기" }));
	await user.click(screen.getByRole("button", { name: "비밀번호 대신 휴대폰으로 확인하기" }));
	await user.click(screen.getByRole("button", { name: "네, 탈퇴할게요" }));
	expect(await screen.findByText("먼저 휴대폰 인증을 마쳐 주세요.")).toBeInTheDocument();
	await user.click(await screen.findByRole("button", { name: /인증번호 받기 010-\*{4}-5678/ }));
	await user.type(await screen.findByLabelText("인증번호"), SMS_CODE);
	expect(await screen.findByText("인증이 완료됐어요.")).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "네, 탈퇴할게요" }));
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/goodbye");
	expect(sent).toEqual([{ phoneNumber: "01012345678" }]);
});

it("failed_deletion_keeps_session_and_explains", async () => {
	server.use(
		http.delete("/patients/me", () => problem(503, "unavailable", "잠시 뒤에 다시 해 주세요."), {
			once: true,
		}),
	);
	const { user } = leave();
	await user.click(screen.getByRole("checkbox"));
	await user.click(screen.getByRole("button", { name: "탈퇴하기" }));
	await user.type(screen.getByLabelText("비밀번호"), `${ACCOUNT.password}{Enter}`);
	expect(await screen.findByRole("alert")).toHaveTextContent("잠시 뒤에 다시 해 주세요.");
	expect(document.cookie).toContain("authorization");
});
