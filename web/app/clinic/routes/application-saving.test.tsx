import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { completeRow } from "../../../mocks/clinic-seeds";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

const open = (id: number) => renderClinic(`/clinic/applications/${id}`);
const grid = () => screen.findByRole("grid", { name: "아홉 칸의 점수" });
const cells = async () => within(await grid()).getAllByRole("button");
const digits = async () => (await cells()).map((cell) => cell.textContent).join("");
const find = (id: number) => clinicDb.applications.find((each) => each.id === id);
const press = async (user: ReturnType<typeof open>["user"], name: string) =>
	user.click(await screen.findByRole("button", { name }));
const comment = () => screen.findByLabelText("치과 의견");
const write = async (text: string) => fireEvent.change(await comment(), { target: { value: text } });

/** Delays the next save until `release` is called; counts all saves. */
function delayedSaving() {
	const held = { release: () => {}, count: 0 };
	const gate = new Promise<void>((resolve) => {
		held.release = resolve;
	});
	server.events.on("request:start", ({ request }) => {
		if (request.method === "PUT") held.count += 1;
	});
	server.use(
		http.put(
			"/institutions/tcis/{id}/tci/{tciId}",
			async () => {
				await gate;
				return undefined;
			},
			{ once: true },
		),
	);
	return held;
}

beforeEach(() => {
	staffSignedIn();
	server.events.removeAllListeners();
});

describe("a saving under way", () => {
	it("typing_during_a_save_is_kept_as_unsaved", async () => {
		const held = delayedSaving();
		const { user } = open(102);
		await write("먼저");
		await press(user, "임시 저장");
		expect(await screen.findByText("저장 중")).toBeInTheDocument();
		await write("먼저, 나중");
		held.release();
		expect(await screen.findByText(/저장하지 않은 변경을 보관 중/)).toBeInTheDocument();
		expect(screen.queryByText("저장했어요.")).toBeNull();
		expect(await comment()).toHaveValue("먼저, 나중");
		expect(find(102)?.beforeTci?.comment).toBe("먼저");
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(find(102)?.beforeTci?.comment).toBe("먼저, 나중");
	});

	it("double_press_saves_once_without_conflict", async () => {
		const held = delayedSaving();
		open(102);
		await write("한 번");
		const save = await screen.findByRole("button", { name: "임시 저장" });
		fireEvent.click(save);
		fireEvent.click(save);
		fireEvent.keyDown(window, { key: "s", ctrlKey: true });
		held.release();
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		await delay(50);
		expect(held.count).toBe(1);
		expect(screen.queryByRole("dialog")).toBeNull();
	});

	it("second_press_saves_what_was_typed_since", async () => {
		const held = delayedSaving();
		const { user } = open(102);
		await write("하나");
		await user.keyboard("{Control>}s{/Control}");
		await write("하나 둘");
		await user.keyboard("{Control>}s{/Control}");
		held.release();
		await waitFor(() => expect(find(102)?.beforeTci?.comment).toBe("하나 둘"));
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(held.count).toBe(2);
	});

	it("comment_is_saved_while_scores_wait_for_nine", async () => {
		const { user } = open(102);
		await user.click((await cells())[0] as HTMLElement);
		await write("의견");
		await press(user, "임시 저장");
		expect(await screen.findByText(/점수는 9칸을 다 채우면 저장돼요. \(1\/9\)/)).toBeInTheDocument();
		expect(find(102)?.beforeTci).toMatchObject({ comment: "의견", tciPicture: { score: null } });
		await press(user, "빈 칸은 0으로");
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(find(102)?.beforeTci?.tciPicture?.score?.scores).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
	});
});

describe("leaving unsaved scores", () => {
	const leave = async (user: ReturnType<typeof open>["user"]) =>
		user.click(await screen.findByRole("link", { name: "초대" }));

	it("leaving_asks_and_saves_first", async () => {
		const { user } = open(102);
		await press(user, "AI 점수로 채우기");
		await leave(user);
		const dialog = within(await screen.findByRole("dialog", { name: "저장하지 않은 내용이 있어요" }));
		await user.click(dialog.getByRole("button", { name: "계속 작성하기" }));
		expect(await digits()).toBe("122011000");
		await leave(user);
		await press(user, "저장하고 나가기");
		expect(await screen.findByRole("heading", { name: "환자 초대" })).toBeInTheDocument();
		expect(find(102)?.beforeTci?.tciPicture?.score?.scores.join("")).toBe("122011000");
	});

	// A reload and signing out ask first, too.
	it("leaving_without_saving_keeps_a_draft", async () => {
		const { user } = open(102);
		await press(user, "AI 점수로 채우기");
		expect(fireEvent(window, new Event("beforeunload", { cancelable: true }))).toBe(false);
		await press(user, "로그아웃");
		await press(user, "계속 작성하기");
		await leave(user);
		await press(user, "저장하지 않고 나가기");
		expect(await screen.findByRole("heading", { name: "환자 초대" })).toBeInTheDocument();
		expect(fireEvent(window, new Event("beforeunload", { cancelable: true }))).toBe(true);
		expect(sessionStorage.getItem("draft:staff:32:scoring:203")).toContain("expertScores");
	});

	const endSession = async (user: ReturnType<typeof open>["user"], loginId: string) => {
		await press(user, "AI 점수로 채우기");
		clinicDb.isSignedIn = false;
		await press(user, "임시 저장");
		await user.type(await screen.findByLabelText("아이디"), loginId);
		await user.type(screen.getByLabelText("비밀번호"), "Hyeobom!2026");
	};

	it("unsaved_scores_return_after_session_end", async () => {
		const { user } = open(102);
		await endSession(user, "admin01");
		await press(user, "로그인");
		expect(await digits()).toBe("122011000");
		expect(screen.getByLabelText("address")).toHaveTextContent("/clinic/applications/102");
	});

	it("unsaved_scores_are_hidden_from_other_staff", async () => {
		const { user } = open(102);
		for (const member of clinicDb.members) member.mustChangePassword = false;
		await endSession(user, "doctor01");
		await press(user, "로그인");
		expect(await digits()).toBe("");
	});
});

describe("keys", () => {
	it("keys_open_sending_next_patient_and_help", async () => {
		const { user } = open(102);
		await grid();
		await user.keyboard("?");
		expect(await screen.findByRole("dialog", { name: "단축키" })).toBeInTheDocument();
		await press(user, "닫기");
		await user.type(await comment(), "?");
		expect(screen.queryByRole("dialog")).toBeNull();
		await user.keyboard("{Control>}{Enter}{/Control}");
		expect(await screen.findByRole("dialog", { name: "결과를 보낼까요?" })).toBeInTheDocument();
		await press(user, "다시 확인");
		await user.clear(await comment());
		for (const field of [await comment(), screen.getByRole("combobox", { name: "촬영자" })]) {
			field.focus();
			await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
			expect(screen.getByLabelText("address")).toHaveTextContent("/clinic/applications/102");
		}
		(await cells())[0]?.focus();
		await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
		await waitFor(() =>
			expect(screen.getByLabelText("address")).toHaveTextContent("/clinic/applications/105"),
		);
		expect((await cells())[0]).toHaveFocus();
	});
});

describe("two people at one analysis", () => {
	const other = (change: object) => {
		const application = find(102);
		if (application?.beforeTci) application.beforeTci = { ...application.beforeTci, version: 7, ...change };
	};

	// It also sees the other's values, and the two are merged.
	it("second_save_sees_conflict_and_keeps_input", async () => {
		const { user } = open(102);
		await press(user, "AI 점수로 채우기");
		other({ comment: "다른 의견", analysisExpertId: 33 });
		await press(user, "임시 저장");
		const dialog = within(await screen.findByRole("dialog", { name: "문서아 실장 님이 먼저 저장했어요" }));
		expect(dialog.getByText("다른 의견")).toBeInTheDocument();
		await user.click(dialog.getByRole("button", { name: "계속 편집" }));
		expect(await digits()).toBe("122011000");
		await press(user, "임시 저장");
		// a value that only one of them changed is taken from that person
		await press(user, "합쳐서 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		const saved = find(102)?.beforeTci;
		expect([saved?.comment, saved?.tciPicture?.score?.scores.join("")]).toEqual(["다른 의견", "122011000"]);
	});

	it("conflicting_field_is_chosen_by_second_saver", async () => {
		const { user } = open(102);
		await write("내 의견");
		other({ comment: "다른 의견" });
		await press(user, "임시 저장");
		const dialog = within(await screen.findByRole("dialog"));
		const choice = within(dialog.getByRole("group", { name: /^의견/ }));
		expect(choice.getByText("둘 다 바꿨어요")).toBeInTheDocument();
		expect(await choice.findByRole("radio", { name: /내 의견/ })).toBeChecked();
		await user.click(await choice.findByRole("radio", { name: /다른 의견/ }));
		await press(user, "합쳐서 저장");
		expect(await screen.findByDisplayValue("다른 의견")).toBeInTheDocument();
		expect(find(102)?.beforeTci).toMatchObject({ comment: "다른 의견", analysisExpertId: 32 });
	});

	it("second_saver_may_take_the_others_values", async () => {
		const { user } = open(102);
		await press(user, "AI 점수로 채우기");
		other({ comment: "다른 의견" });
		await press(user, "임시 저장");
		await press(user, "상대방 것 쓰기");
		expect(await screen.findByDisplayValue("다른 의견")).toBeInTheDocument();
		expect(await digits()).toBe("");
	});

	it("sent_result_cannot_be_overwritten", async () => {
		const { user } = open(102);
		await press(user, "AI 점수로 채우기");
		const sent = completeRow(203, "2026-11-19", [0, 0, 0, 0, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0, 0, 0], "");
		const application = find(102);
		if (application) application.beforeTci = { ...sent, version: 7 };
		await press(user, "임시 저장");
		expect(await screen.findByText(/결과가 환자에게 보내졌어요/)).toBeInTheDocument();
		expect(screen.queryByRole("button", { name: "합쳐서 저장" })).toBeNull();
	});

	it("scores_are_not_saved_to_another_photo", async () => {
		const { user } = open(102);
		await press(user, "AI 점수로 채우기");
		await write("두꺼움");
		const picture = find(102)?.beforeTci?.tciPicture;
		other({ tciPicture: picture && { ...picture, pictureUrl: "/clinic/another.jpg?signed=1", score: null } });
		await press(user, "임시 저장");
		expect(await screen.findByText(/그 사이에 사진이 바뀌어 저장하지 않았어요/)).toBeInTheDocument();
		expect(screen.queryByRole("dialog")).toBeNull();
		await waitFor(async () => expect(await digits()).toBe(""));
		expect(screen.getByRole("textbox", { name: "치과 의견" })).toHaveValue("두꺼움");
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(find(102)?.beforeTci?.comment).toBe("두꺼움");
		expect(find(102)?.beforeTci?.tciPicture?.score).toBeNull();
	});

	// The version also changes when the AI has read the photo.
	it("version_change_without_edits_is_no_conflict", async () => {
		const { user } = open(102);
		await press(user, "AI 점수로 채우기");
		other({});
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(find(102)?.beforeTci?.version).toBe(8);
	});
});
