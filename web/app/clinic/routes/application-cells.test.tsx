import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

const open = (id: number) => renderClinic(`/clinic/applications/${id}`);
const press = async (user: ReturnType<typeof open>["user"], name: string) =>
	user.click(await screen.findByRole("button", { name }));

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

it("application_shows_and_changes_its_assignee", async () => {
	const { user } = open(102);
	const field = await screen.findByRole("combobox", { name: "담당" });
	await waitFor(() => expect(field).toHaveTextContent("문서아 실장"));
	await user.selectOptions(field, "문서아 실장");
	await waitFor(() => expect(clinicDb.applications.find(({ id }) => id === 102)?.assignee?.id).toBe(33));
	await waitFor(() => expect(field).toHaveValue("33"));
});
