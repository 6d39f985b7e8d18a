import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { clinicDb } from "../../mocks/clinic-db";
import { permissionsOf } from "../../mocks/clinic-roles";
import { analysis, finished } from "../../mocks/clinic-seeds";
import { server } from "../../mocks/node";
import { renderClinic, staffSignedIn } from "../../test/render-clinic";

const open = (id: number) => renderClinic(`/clinic/applications/${id}`);
const grid = () => screen.findByRole("group", { name: "아홉 칸의 점수" });
const cells = async () => within(await grid()).getAllByRole("button");
const digits = async () => (await cells()).map((cell) => cell.textContent).join("");
const find = (id: number) => clinicDb.applications.find((each) => each.id === id);
const press = async (user: ReturnType<typeof open>["user"], name: string) =>
	user.click(await screen.findByRole("button", { name }));

beforeEach(staffSignedIn);

it("leaves scores and release to those whose role may", async () => {
	clinicDb.staff = {
		...clinicDb.staff,
		role: "shooting_expert",
		permissions: permissionsOf("shooting_expert"),
	};
	open(102);
	expect(await screen.findByText("점수와 공개는 분석자와 관리자가 할 수 있어요.")).toBeInTheDocument();
	expect(screen.queryByRole("button", { name: "임시 저장" })).toBeNull();
	expect(screen.queryByRole("link", { name: "보험서류" })).toBeNull();
});

describe("the nine cells", () => {
	it("go on from 0 to 1 to 2 to 0 at a click, and the percentage follows", async () => {
		const { user } = open(102);
		const [first] = await cells();
		for (const expected of ["1", "2", "0", "1"]) {
			await user.click(first as HTMLElement);
			expect((await cells())[0]).toHaveTextContent(expected);
		}
		expect(screen.getByText("AI와 5/9 일치")).toBeInTheDocument();
		expect(screen.getByText("혀 건강 점수").parentElement).toHaveTextContent("6%");
	});

	it("are moved through by arrows and set by digits, behind one Tab stop", async () => {
		const { user } = open(102);
		const all = await cells();
		expect(all.map((cell) => cell.tabIndex)).toEqual([0, -1, -1, -1, -1, -1, -1, -1, -1]);
		all[0]?.focus();
		await user.keyboard("2{ArrowRight}1{ArrowDown}2{ArrowDown}{ArrowDown}1{ArrowLeft}{ArrowLeft}2");
		expect(await digits()).toBe("210020210");
		expect((await cells())[6]).toHaveFocus();
		await user.keyboard("3{Enter}");
		expect(await digits()).toBe("210020010");
		expect((await cells())[6]).toHaveAccessibleName("앞쪽 왼쪽, 0점, 설태 없음");
	});

	it("are fixed in the AI's view, which draws the outline", async () => {
		const { user, container } = open(102);
		await grid();
		expect(container.querySelector("[data-part=outline]")).toBeNull();
		await press(user, "AI 결과");
		expect(container.querySelector("[data-part=outline] path")).not.toBeNull();
		expect(within(await grid()).queryAllByRole("button")).toEqual([]);
		expect(within(await grid()).getByText("뒤쪽 가운데, 2점, 두꺼운 설태")).toBeInTheDocument();
		expect(screen.queryByRole("combobox", { name: "촬영자" })).toBeNull();
	});

	it("are marked in the AI's view where they are uncertain, and an unfamiliar photo is named in both", async () => {
		const ai = find(102)?.beforeTci?.tciPicture?.aiResult;
		if (ai)
			Object.assign(ai, { confidences: [0.5, 0.6, 0.6, 0.6, 0.6, 0.9, 0.9, 0.9, 0.9], unfamiliar: true });
		const { user } = open(102);
		await grid();
		expect(screen.getByText(/사진을 보고 직접 확인해 주세요/)).toBeInTheDocument();
		expect(within(await grid()).queryByRole("button", { name: /확실하지/ })).toBeNull();
		await press(user, "AI 결과");
		expect(within(await grid()).getAllByText(/, 확실하지 않아요$/)).toHaveLength(5);
		expect(within(await grid()).getAllByText("?")).toHaveLength(5);
		expect(screen.getByText(/칸 대부분이 확실하지 않으니/)).toBeInTheDocument();
		expect(screen.getByText(/사진을 보고 직접 확인해 주세요/)).toBeInTheDocument();
	});
});

describe("one's work", () => {
	it("is kept in the tab until it is saved, and sent whole", async () => {
		const first = open(102);
		await press(first.user, "AI 점수로 채우기");
		await first.user.type(screen.getByRole("textbox", { name: "디지털 TCI 의견" }), "두꺼운 설태");
		expect(screen.getByText(/저장하지 않은 변경을 보관 중/)).toBeInTheDocument();
		first.unmount();
		const { user } = open(102);
		expect(await digits()).toBe("122011000");
		expect(screen.getByRole("textbox", { name: "디지털 TCI 의견" })).toHaveValue("두꺼운 설태");
		await user.selectOptions(screen.getByRole("combobox", { name: "촬영자" }), "정유진 치위생사");
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		const tci = find(102)?.beforeTci;
		expect([
			tci?.tciPicture?.score?.scores.join(""),
			tci?.comment,
			tci?.shootingExpertId,
			tci?.status,
		]).toEqual(["122011000", "두꺼운 설태", 31, 1]);
		expect(sessionStorage.getItem("draft:scoring:203")).toBeNull();
	});

	it("says whether it was begun with the AI's scores", async () => {
		const sent: unknown[] = [];
		server.events.on("request:start", async ({ request }) => {
			if (request.method === "PUT") sent.push((await request.clone().json()).attributes.scoresFromAi);
		});
		const { user } = open(102);
		const [first] = await cells();
		await user.click(first as HTMLElement);
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		await press(user, "AI 점수로 채우기");
		await user.click((await cells())[0] as HTMLElement);
		await press(user, "임시 저장");
		await waitFor(() => expect(sent).toEqual([false, true]));
		server.events.removeAllListeners();
	});

	it("goes to the patient after asking once, then to the other picture and the next patient", async () => {
		const { user } = open(102);
		await press(user, "결과 보내기");
		expect(screen.getByText(/점수를 먼저 매겨 주세요/)).toBeInTheDocument();
		await press(user, "다시 확인");
		await press(user, "AI 점수로 채우기");
		await press(user, "결과 보내기");
		expect(screen.getByText("촬영자와 분석자를 먼저 선택해 주세요.")).toBeInTheDocument();
		expect(screen.getByRole("button", { name: "보내기" })).toBeDisabled();
		await press(user, "다시 확인");
		await user.selectOptions(screen.getByRole("combobox", { name: "촬영자" }), "정유진 치위생사");
		await user.selectOptions(screen.getByRole("combobox", { name: "분석자" }), "한지훈 원장");
		await press(user, "결과 보내기");
		await press(user, "보내기");
		expect(await screen.findByText("결과를 보냈어요")).toBeInTheDocument();
		expect(find(102)?.beforeTci?.status).toBe(2);
		expect(within(await grid()).queryAllByRole("button")).toEqual([]);
		expect(screen.getByRole("link", { name: "다음 환자" })).toHaveAttribute(
			"href",
			"/clinic/applications/105",
		);
		await press(user, "세척 후 채점하기");
		expect(await screen.findByText(/B-20261119-0204|A-20261119-0204/)).toBeInTheDocument();
	});

	it("that is only a comment makes no scores", async () => {
		const { user } = open(102);
		expect(await screen.findByText("아직 채점하지 않았어요.")).toBeInTheDocument();
		await user.type(screen.getByRole("textbox", { name: "디지털 TCI 의견" }), "확인 필요");
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(find(102)?.beforeTci?.tciPicture?.score).toBeNull();
		expect(await digits()).toBe("000000000");
	});

	it("cannot be sent before the picture is read", async () => {
		const application = find(103);
		if (application) application.beforeTci = analysis(205, "2026-11-20", null);
		clinicDb.waits.set(205, Number.POSITIVE_INFINITY);
		open(103);
		expect(await screen.findByText("AI 판독 중", { selector: "p" })).toBeInTheDocument();
		expect(screen.getByRole("button", { name: "결과 보내기" })).toBeDisabled();
	});
});

describe("two people at one analysis", () => {
	const other = (change: object) => {
		const application = find(102);
		if (application?.beforeTci) application.beforeTci = { ...application.beforeTci, version: 7, ...change };
	};

	it("the second is told, keeps the input and sees the other's values", async () => {
		const { user } = open(102);
		await press(user, "AI 점수로 채우기");
		other({ comment: "다른 의견", analysisExpertId: 33 });
		await press(user, "임시 저장");
		const dialog = within(await screen.findByRole("dialog", { name: "다른 사람이 먼저 저장했어요" }));
		expect(dialog.getByText("다른 의견")).toBeInTheDocument();
		expect(dialog.getByText("문서아 실장")).toBeInTheDocument();
		await user.click(dialog.getByRole("button", { name: "계속 편집" }));
		expect(await digits()).toBe("122011000");
		await press(user, "임시 저장");
		await press(user, "내 것으로 저장");
		await waitFor(() => expect(find(102)?.beforeTci?.comment).toBe(""));
		expect(find(102)?.beforeTci?.tciPicture?.score?.scores.join("")).toBe("122011000");
	});

	it("the second may take the other's values instead", async () => {
		const { user } = open(102);
		await press(user, "AI 점수로 채우기");
		other({ comment: "다른 의견" });
		await press(user, "임시 저장");
		await press(user, "상대방 것 쓰기");
		expect(await screen.findByDisplayValue("다른 의견")).toBeInTheDocument();
		expect(await digits()).toBe("000000000");
	});

	it("nothing can be saved over a result that was sent", async () => {
		const { user } = open(102);
		await press(user, "AI 점수로 채우기");
		const sent = finished(203, "2026-11-19", [0, 0, 0, 0, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0, 0, 0], "");
		const application = find(102);
		if (application) application.beforeTci = { ...sent, version: 7 };
		await press(user, "임시 저장");
		expect(await screen.findByText(/결과가 환자에게 보내졌어요/)).toBeInTheDocument();
		expect(screen.queryByRole("button", { name: "내 것으로 저장" })).toBeNull();
	});

	it("scores of one photo are never saved to another", async () => {
		const { user } = open(102);
		await press(user, "AI 점수로 채우기");
		await user.type(screen.getByRole("textbox", { name: "디지털 TCI 의견" }), "두꺼움");
		const picture = find(102)?.beforeTci?.tciPicture;
		other({ tciPicture: picture && { ...picture, pictureUrl: "/clinic/another.jpg?signed=1", score: null } });
		await press(user, "임시 저장");
		expect(await screen.findByText(/그 사이에 사진이 바뀌어 저장하지 않았어요/)).toBeInTheDocument();
		expect(screen.queryByRole("dialog")).toBeNull();
		await waitFor(async () => expect(await digits()).toBe("000000000"));
		expect(screen.getByRole("textbox", { name: "디지털 TCI 의견" })).toHaveValue("두꺼움");
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(find(102)?.beforeTci?.comment).toBe("두꺼움");
		expect(find(102)?.beforeTci?.tciPicture?.score).toBeNull();
	});

	it("the reading of the picture in between is no conflict", async () => {
		const { user } = open(102);
		await press(user, "AI 점수로 채우기");
		other({});
		await press(user, "임시 저장");
		expect(await screen.findByText("저장했어요.")).toBeInTheDocument();
		expect(find(102)?.beforeTci?.version).toBe(8);
	});
});
