import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import { loadPatient } from "~/patient/session/session";
import { ACCOUNT, db, SMS_CODE } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { EMAIL_TOKEN, profileDb } from "../../../mocks/profile";
import { problem } from "../../../mocks/responses";
import { sessionDb } from "../../../mocks/sessions";
import { renderScreen, signedIn } from "../../../test/render";
import AccountProfile from "./account-profile";
import ConfirmEmail from "./confirm-email";

const show = (query = "") => renderScreen(AccountProfile, `/account/profile${query}`, { person: true });
const part = async (name: string) => within(await screen.findByRole("region", { name }));

beforeEach(signedIn);

it("profile_masks_phone_number", async () => {
	show();
	expect((await part("휴대폰 번호")).getByText("010-****-5678")).toBeInTheDocument();
	expect((await part("이메일")).getByText("등록하지 않았어요")).toBeInTheDocument();
	expect((await part("주소")).getByText("(04524) 서울특별시 중구 시범로 10")).toBeInTheDocument();
	expect(document.body.textContent).not.toContain("1234-5678");
});

it("phone_change_needs_code_and_is_recorded", async () => {
	const { user } = show();
	const phone = await part("휴대폰 번호");
	await user.click(phone.getByRole("button", { name: "바꾸기" }));
	expect(await phone.findByText(/이전 번호로도 알려드려요/)).toBeInTheDocument();
	await user.type(await phone.findByRole("textbox", { name: /휴대폰 번호/ }), "01099990000");
	expect(phone.getByRole("button", { name: "저장하기" })).toBeDisabled();
	await user.click(phone.getByRole("button", { name: "인증번호 받기" }));
	await user.type(await phone.findByRole("textbox", { name: /인증번호/ }), SMS_CODE);
	await waitFor(() => expect(phone.getByRole("button", { name: "저장하기" })).toBeEnabled());
	await user.click(phone.getByRole("button", { name: "저장하기" }));
	await user.type(await phone.findByLabelText("비밀번호"), ACCOUNT.password);
	await user.click(phone.getByRole("button", { name: "확인하고 계속하기" }));
	expect(await phone.findByText("휴대폰 번호를 바꿨어요.")).toBeInTheDocument();
	expect(db.patient.phoneNumber).toBe("01099990000");
	expect((await part("바꾼 기록")).getByText(/이전: 010-\*{4}-5678/)).toBeInTheDocument();
});

it("new_email_is_pending_until_confirmed", async () => {
	sessionDb.isConfirmed = true;
	const { user } = show();
	const email = await part("이메일");
	await user.click(email.getByRole("button", { name: "등록하기" }));
	await user.type(await email.findByRole("textbox", { name: /새 이메일/ }), "nobody");
	await user.click(email.getByRole("button", { name: "확인 링크 받기" }));
	expect(await email.findByText("이메일 주소를 정확히 입력해 주세요.")).toBeInTheDocument();
	await user.type(email.getByRole("textbox", { name: /새 이메일/ }), "@example.com");
	await user.click(email.getByRole("button", { name: "확인 링크 받기" }));
	expect(await email.findByText(/nobody@example\.com 주소로 보낸 링크/)).toBeInTheDocument();
	expect(db.patient.email).toBeNull();
});

it("address_change_is_saved", async () => {
	const { user } = show();
	const address = await part("주소");
	await user.click(address.getByRole("button", { name: "바꾸기" }));
	await user.type(await address.findByRole("textbox", { name: /상세 주소/ }), "3층");
	await user.click(address.getByRole("button", { name: "저장하기" }));
	expect(await address.findByText("(04524) 서울특별시 중구 시범로 10 3층")).toBeInTheDocument();
	expect(profileDb.parts.addressDetail).toBe("3층");
});

it("password_link_is_sent_to_own_phone", async () => {
	const bodies: unknown[] = [];
	server.events.on("request:start", async ({ request }) => {
		if (request.url.endsWith("/find-password")) bodies.push(await request.clone().json());
	});
	const { user } = show();
	const password = await part("비밀번호");
	await user.click(password.getByRole("button", { name: "비밀번호 바꾸기" }));
	expect(await password.findByText(/010-\*{4}-5678 번호로 보낸 문자의 링크를 눌러/)).toBeInTheDocument();
	expect(bodies).toEqual([{ loginUserId: ACCOUNT.loginUserId, phoneNumber: "01012345678" }]);
	server.events.removeAllListeners();
});

it("clinic_name_request_is_confirmed_by_owner", async () => {
	profileDb.parts.nameRequest = { name: "김하늬", clinic: "바른치과", expiresAt: "2026-12-01T00:00:00Z" };
	const { user } = show();
	const request = await part("이름을 확인해 주세요");
	expect(request.getByText(/바른치과에서 신분증을 보고 이름을 ‘김하늬’/)).toBeInTheDocument();
	await user.click(request.getByRole("button", { name: "‘김하늬’(으)로 바꾸기" }));
	await user.type(await request.findByLabelText("비밀번호"), ACCOUNT.password);
	await user.click(request.getByRole("button", { name: "확인하고 계속하기" }));
	await waitFor(() => expect(screen.queryByRole("region", { name: "이름을 확인해 주세요" })).toBeNull());
	expect((await part("이름")).getByText("김하늬")).toBeInTheDocument();
	expect((await part("바꾼 기록")).getByText(/치과의 신분증 확인/)).toBeInTheDocument();
});

// Declining needs no password.
it("declined_name_request_keeps_name", async () => {
	profileDb.parts.nameRequest = { name: "김하늬", clinic: "바른치과", expiresAt: "2026-12-01T00:00:00Z" };
	const before = db.patient.name;
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "바꾸지 않기" }));
	await waitFor(() => expect(screen.queryByRole("region", { name: "이름을 확인해 주세요" })).toBeNull());
	expect(db.patient.name).toBe(before);
});

it("identity_check_result_sets_name", async () => {
	show("?identityVerificationId=abc");
	const name = await part("이름");
	expect(await name.findByText("김새봄")).toBeInTheDocument();
	expect(name.getByText("확인된 이름이에요.")).toBeInTheDocument();
});

it("refused_name_shows_reason", async () => {
	const other = () => problem(409, "identity_mismatch", "이 계정의 주인과 다른 사람으로 확인됐어요.");
	server.use(http.put("/patients/me/name", other, { once: true }));
	show("?identityVerificationId=abc");
	expect(await screen.findByRole("alert")).toHaveTextContent("다른 사람으로 확인됐어요");
	expect((await part("이름")).getByText("김하늘")).toBeInTheDocument();
});

// Opening the link alone changes nothing.
it("email_is_confirmed_only_on_button_press", async () => {
	profileDb.parts.unconfirmedEmail = "new@example.com";
	const at = { path: "/confirm-email/:token" };
	const { user, unmount } = renderScreen(ConfirmEmail, `/confirm-email/${EMAIL_TOKEN}`, at);
	expect(db.patient.email).toBeNull();
	await user.click(screen.getByRole("button", { name: "이메일 확인하기" }));
	expect(await screen.findByText("이메일을 확인했어요.")).toBeInTheDocument();
	expect(db.patient.email).toBe("new@example.com");
	unmount();
	server.use(http.post("/patients/confirm-email", () => HttpResponse.error(), { once: true }));
	const again = renderScreen(ConfirmEmail, "/confirm-email/other", at);
	await again.user.click(screen.getByRole("button", { name: "이메일 확인하기" }));
	expect(await screen.findByText(/서버에 연결하지 못했어요/)).toBeInTheDocument();
	await again.user.click(screen.getByRole("button", { name: "이메일 확인하기" }));
	expect(await screen.findByText(/쓸 수 없는 링크예요/)).toBeInTheDocument();
	await loadPatient();
});
