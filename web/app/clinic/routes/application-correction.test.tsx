import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

const open = (id: number, query = "") => renderClinic(`/clinic/applications/${id}${query}`);
const find = (id: number) => clinicDb.applications.find((each) => each.id === id);
const press = async (user: ReturnType<typeof open>["user"], name: string) =>
	user.click(await screen.findByRole("button", { name }));

beforeEach(staffSignedIn);

// The history keeps the earlier result.
it("released_result_is_corrected_with_a_reason", async () => {
	const { user } = open(101);
	await press(user, "공개한 결과 정정하기");
	await user.type(await screen.findByRole("textbox", { name: "치과 의견" }), " 정정");
	await press(user, "정정 보내기");
	const sheet = within(await screen.findByRole("dialog", { name: "결과 정정" }));
	await user.click(sheet.getByRole("button", { name: "정정 보내기" }));
	expect(await sheet.findByText("이유를 적어 주세요.")).toBeInTheDocument();
	await user.type(sheet.getByRole("textbox", { name: "정정 이유" }), "오타");
	await user.click(sheet.getByRole("button", { name: "정정 보내기" }));
	await waitFor(() => expect(find(101)?.beforeTci?.correction?.reason).toBe("오타"));
	await user.click(await screen.findByText("정정 이력 1건"));
	expect(await screen.findByText("이유: 오타")).toBeInTheDocument();
	expect(await screen.findByRole("button", { name: "공개한 결과 정정하기" })).toBeInTheDocument();
});

it("after_analysis_can_be_skipped_and_restored", async () => {
	const { user } = open(105, "?phase=after");
	await press(user, "세척 후 없이 마치기");
	expect(await screen.findByText("세척 전 분석만 하는 신청이에요.")).toBeInTheDocument();
	expect(screen.queryByRole("heading", { name: "세척 후 사진" })).toBeNull();
	await press(user, "세척 후도 분석하기");
	expect(await screen.findByRole("heading", { name: "세척 후 사진" })).toBeInTheDocument();
});

it("photo_refused_by_ai_can_be_scored_by_hand", async () => {
	const tci = find(105)?.beforeTci;
	if (tci?.tciPicture) {
		tci.status = 0;
		tci.failure = { code: "too_dark", message: "사진이 너무 어두워요." };
		tci.tciPicture.aiResult = null;
	}
	const { user } = open(105);
	await press(user, "AI 없이 직접 채점하기");
	const cells = within(await screen.findByRole("grid", { name: "아홉 칸의 점수" })).getAllByRole("button");
	expect(cells).toHaveLength(9);
	expect(screen.getByRole("button", { name: "결과 보내기" })).toBeEnabled();
});

it("walk_in_gets_a_code_to_link_an_account", async () => {
	const { user } = open(103);
	await press(user, "그 밖의 작업");
	await user.click(await screen.findByRole("menuitem", { name: "계정에 연결" }));
	const sheet = within(await screen.findByRole("dialog", { name: "환자 계정에 연결" }));
	expect(await sheet.findByText("4g7k2m9x0abc")).toBeInTheDocument();
});
