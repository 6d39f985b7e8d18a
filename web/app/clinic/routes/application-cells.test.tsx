import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

const open = (id: number) => renderClinic(`/clinic/applications/${id}`);
const press = async (user: ReturnType<typeof open>["user"], name: string) =>
	user.click(await screen.findByRole("button", { name }));
const cells = async () => within(await screen.findByRole("grid")).getAllByRole("button");
const digits = async () => (await cells()).map((cell) => cell.textContent).join("");

beforeEach(staffSignedIn);

// A corrected outline moves cells that were already scored.
it("moved_cells_are_confirmed_before_sending", async () => {
	const { user } = open(102);
	await press(user, "AI 점수로 채우기");
	expect(screen.getByText("AI와 9칸 중 9칸 일치")).toBeInTheDocument();
	await press(user, "윤곽 고치기");
	const surface = await screen.findByRole("button", { name: /^혀 윤곽, 점/ });
	for (let at = 0; at < 16; at += 1) fireEvent.keyDown(surface, { key: "ArrowUp", shiftKey: true });
	await press(user, "고치기 마침");
	expect(await screen.findByText(/칸 \d개의 자리가 달라졌어요/)).toBeInTheDocument();
	// cells at another place are not compared
	expect(screen.queryByText("AI와 9칸 중 9칸 일치")).toBeNull();
	await press(user, "결과 보내기");
	expect(screen.getByText("자리가 바뀐 칸의 점수를 먼저 확인해 주세요.")).toBeInTheDocument();
	expect(screen.getByRole("button", { name: "보내기" })).toBeDisabled();
	await press(user, "다시 확인");
	const [moved] = screen.getAllByRole("button", { name: /확인이 필요해요$/ }) as [HTMLElement];
	const score = moved.textContent?.replace("?", "");
	await user.click(moved);
	expect(moved).toHaveTextContent(new RegExp(`^${score}$`));
	await press(user, "점수 그대로 확인");
	expect(screen.queryByText(/자리가 달라졌어요/)).toBeNull();
	await press(user, "결과 보내기");
	expect(screen.getByRole("button", { name: "보내기" })).toBeEnabled();
});

it("ai_scores_fill_only_empty_cells", async () => {
	const { user } = open(102);
	await user.click((await cells())[0] as HTMLElement);
	expect(screen.queryByRole("button", { name: "AI 점수로 채우기" })).toBeNull();
	await press(user, "빈 칸은 AI 점수로");
	expect(await digits()).toBe("022011000");
});

it("ai_scores_replace_nine_own_scores_on_consent", async () => {
	const { user } = open(102);
	await press(user, "빈 칸은 0으로");
	await press(user, "AI 점수로 바꾸기");
	await press(user, "취소");
	expect(await digits()).toBe("000000000");
	await press(user, "AI 점수로 바꾸기");
	await press(user, "바꾸기");
	expect(await digits()).toBe("122011000");
	expect(screen.queryByRole("button", { name: "AI 점수로 바꾸기" })).toBeNull();
});

it("release_dialog_focuses_the_button_that_works", async () => {
	const { user } = open(102);
	await cells();
	await user.keyboard("{Control>}{Enter}{/Control}");
	expect(await screen.findByRole("button", { name: "다시 확인" })).toHaveFocus();
	await user.keyboard("{Enter}");
	await press(user, "AI 점수로 채우기");
	await user.keyboard("{Control>}{Enter}{/Control}");
	expect(await screen.findByRole("button", { name: "보내기" })).toHaveFocus();
});

it("application_shows_and_changes_its_assignee", async () => {
	const { user } = open(102);
	const field = await screen.findByRole("combobox", { name: "담당" });
	await waitFor(() => expect(field).toHaveTextContent("문서아 실장"));
	await user.selectOptions(field, "문서아 실장");
	await waitFor(() => expect(clinicDb.applications.find(({ id }) => id === 102)?.assignee?.id).toBe(33));
	await waitFor(() => expect(field).toHaveValue("33"));
});

it("next_patient_is_not_a_colleagues", async () => {
	const assign = (id: number, assignee: { id: number; name: string }) =>
		Object.assign(clinicDb.applications.find((each) => each.id === id) ?? {}, { assignee });
	assign(105, { id: 33, name: "문서아 실장" });
	assign(104, { id: 33, name: "문서아 실장" });
	assign(103, { id: 32, name: "한지훈 원장" });
	const { user } = open(102);
	await cells();
	await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
	expect(await screen.findByLabelText("address")).toHaveTextContent("/clinic/applications/103");
});
