import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { queryClient, sessionKindOf } from "~/shared/api/query-client";
import { clinicDb } from "../../../mocks/clinic-db";
import { STAFF_CODE, STAFF_PASSWORD } from "../../../mocks/clinic-seeds";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

const address = () => screen.getByRole("status", { name: "address" });
const enter = async (
	user: ReturnType<typeof renderClinic>["user"],
	id: string,
	password = STAFF_PASSWORD,
) => {
	await user.type(await screen.findByRole("textbox", { name: "아이디" }), id);
	await user.type(screen.getByLabelText("비밀번호"), password);
	await user.click(screen.getByRole("button", { name: "로그인" }));
};

it("signed_out_visitor_signs_in_and_returns", async () => {
	const { user } = renderClinic("/clinic/invites");
	await waitFor(() => expect(address()).toHaveTextContent("/clinic/signin?redirect=%2Fclinic%2Finvites"));
	await enter(user, "admin01");
	expect(await screen.findByRole("heading", { name: "환자 초대" })).toBeInTheDocument();
	expect(address()).toHaveTextContent("/clinic/invites");
});

it("temporary_password_is_replaced_first", async () => {
	const { user } = renderClinic("/clinic/signin");
	await enter(user, "doctor01");
	expect(await screen.findByRole("heading", { name: "비밀번호 변경" })).toBeInTheDocument();
	expect(screen.queryByRole("navigation")).toBeNull();
	await user.type(await screen.findByLabelText("새 비밀번호"), "short");
	await user.click(screen.getByRole("button", { name: "변경하고 시작하기" }));
	expect(await screen.findByText(/8자리 이상으로 입력해야 합니다/)).toBeInTheDocument();
	await user.clear(screen.getByLabelText("새 비밀번호"));
	await user.type(screen.getByLabelText("새 비밀번호"), "Clinic!2026");
	await user.type(screen.getByLabelText("새 비밀번호 확인"), "Clinic!2027");
	await user.click(screen.getByRole("button", { name: "변경하고 시작하기" }));
	expect(await screen.findByText("비밀번호가 일치하지 않습니다.")).toBeInTheDocument();
	await user.type(screen.getByLabelText("새 비밀번호 확인"), "{Backspace}6");
	await user.click(screen.getByRole("button", { name: "변경하고 시작하기" }));
	expect(await screen.findByRole("heading", { name: /작업 목록/ })).toBeInTheDocument();
});

it("password_change_can_be_required_mid_session", async () => {
	staffSignedIn();
	renderClinic("/clinic");
	await screen.findByText("이도윤");
	clinicDb.staff.mustChangePassword = true;
	clinicDb.applications = [];
	await queryClient.invalidateQueries();
	expect(await screen.findByRole("heading", { name: "비밀번호 변경" })).toBeInTheDocument();
});

it("missing_or_wrong_credentials_are_reported", async () => {
	const { user } = renderClinic("/clinic/signin");
	await user.click(await screen.findByRole("button", { name: "로그인" }));
	expect(await screen.findByText("아이디를 입력해주세요.")).toBeInTheDocument();
	await enter(user, "admin01", "wrong");
	expect(await screen.findByText("아이디 또는 비밀번호가 맞지 않아요.")).toBeInTheDocument();
});

it("sign_out_clears_drafts_and_patient_data", async () => {
	staffSignedIn();
	sessionStorage.setItem("draft:staff:32:scoring:203", "{}");
	const { user } = renderClinic("/clinic");
	await screen.findByText("이도윤");
	await user.click(screen.getByRole("button", { name: "로그아웃" }));
	await waitFor(() => expect(address()).toHaveTextContent("/clinic/signin"));
	expect(clinicDb.isSignedIn).toBe(false);
	expect(sessionStorage).toHaveLength(0);
	const cached = queryClient.getQueryCache().getAll();
	expect(cached.filter(({ queryKey, state }) => sessionKindOf(queryKey) === "staff" && state.data)).toEqual(
		[],
	);
});

it("second_step_is_asked_for_where_set_up", async () => {
	for (const member of clinicDb.members) member.hasSecondFactor = true;
	const { user } = renderClinic("/clinic/signin");
	await enter(user, "admin01");
	expect(await screen.findByRole("heading", { name: "2단계 인증" })).toBeInTheDocument();
	await user.type(await screen.findByLabelText("인증 코드"), "000000");
	await user.click(screen.getByRole("button", { name: "확인" }));
	expect(await screen.findByText("맞지 않거나 이미 쓴 코드예요.")).toBeInTheDocument();
	await user.clear(screen.getByLabelText("인증 코드"));
	await user.type(screen.getByLabelText("인증 코드"), STAFF_CODE);
	await user.click(screen.getByRole("button", { name: "확인" }));
	expect(await screen.findByRole("heading", { name: /작업 목록/ })).toBeInTheDocument();
});

it("required_second_step_is_set_up_first", async () => {
	clinicDb.isSecondFactorRequired = true;
	const { user } = renderClinic("/clinic/signin");
	await enter(user, "admin01");
	expect(await screen.findByRole("heading", { name: "2단계 인증 설정" })).toBeInTheDocument();
	await user.type(await screen.findByLabelText("현재 비밀번호"), STAFF_PASSWORD);
	await user.click(screen.getByRole("button", { name: "계속" }));
	await user.type(await screen.findByLabelText("인증 코드"), STAFF_CODE);
	await user.click(screen.getByRole("button", { name: "확인하고 켜기" }));
	expect(await screen.findByRole("list", { name: "복구 코드" })).toHaveTextContent("abcde-fghij");
	await user.click(screen.getByRole("button", { name: "적어 두었어요" }));
	expect(await screen.findByRole("heading", { name: /작업 목록/ })).toBeInTheDocument();
});
