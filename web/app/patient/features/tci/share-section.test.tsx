import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { squareView } from "~/domain/tongue/frame";
import TciDetail from "~/patient/routes/tci-detail";
import * as cards from "~/patient/ui/share-card";
import { page } from "~/shared/lib/page";
import * as files from "~/shared/lib/save-file";
import { clinicDb } from "../../../../mocks/clinic-db";
import { http } from "../../../../mocks/http";
import { server } from "../../../../mocks/node";
import { problem } from "../../../../mocks/responses";
import { stubCardCanvas } from "../../../../test/canvas";
import { renderScreen, signedIn } from "../../../../test/render";

let saved: MockInstance<typeof files.saveFile>;
let written: string[] = [];
const leave = vi.fn();

beforeEach(async () => {
	saved = vi.spyOn(files, "saveFile").mockImplementation(() => undefined);
	leave.mockClear();
	vi.spyOn(page, "leave").mockImplementation(leave);
	written = stubCardCanvas();
	await signedIn();
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	Object.assign(navigator, { canShare: undefined, share: undefined });
});

const show = (id = 101, tciId = 201) =>
	renderScreen(TciDetail, `/tcis/${id}/detail/${tciId}`, {
		path: "/tcis/:clinicId/detail/:tciId",
		person: true,
	});
const cells = () => written.filter((each) => /^[012]$/.test(each)).join("");

it("released_result_is_saved_as_a_picture", async () => {
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "이미지로 저장" }));
	await waitFor(() =>
		expect(saved).toHaveBeenCalledWith(
			expect.objectContaining({ type: "image/png" }),
			"hyeobom-2026-11-05-before.png",
		),
	);
	expect(written).toEqual(
		expect.arrayContaining([
			"56%",
			"주의",
			"혀 건강 점수 · 세척 전",
			"혀봄치과의원 · 2026-11-05 · A-20261105-0201-1",
			"치과 전문가가 채점한 결과예요.",
		]),
	);
	expect(cells()).toBe("222111010");
});

it("picture_shows_the_whole_tongue", async () => {
	const picture = clinicDb.applications.find((each) => each.id === 101)?.beforeTci?.tciPicture;
	if (!picture) throw new Error("the seeds have a picture");
	picture.coordinates = { left: 300, top: 500, width: 80, height: 80 };
	const draw = vi.spyOn(cards, "drawShareCard");
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "이미지로 저장" }));
	await waitFor(() => expect(saved).toHaveBeenCalled());
	const [, photo] = draw.mock.lastCall ?? [];
	expect(photo?.picture.coordinates).toEqual(squareView(picture));
	expect(photo).toMatchObject({ grid: picture.aiResult?.grid, line: null });
});

it("ai_view_is_saved_with_the_ai_named", async () => {
	const { user } = show();
	await user.click(await screen.findByRole("radio", { name: "AI 결과" }));
	await user.click(await screen.findByRole("button", { name: "이미지로 저장" }));
	await waitFor(() => expect(saved).toHaveBeenCalled());
	expect(written).toEqual(
		expect.arrayContaining(["61%", "AI 혀 건강 점수 · 세척 전", "AI가 만든 결과이며 의료 진단이 아니에요."]),
	);
	expect(cells()).toBe("222121010");
});

it("released_result_goes_to_other_apps", async () => {
	const share = vi.fn(async () => undefined);
	Object.assign(navigator, { canShare: () => true, share });
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "결과 공유하기" }));
	await waitFor(() =>
		expect(share).toHaveBeenCalledWith({
			files: [expect.objectContaining({ type: "image/png", name: "hyeobom-2026-11-05-before.png" })],
		}),
	);
	expect(saved).not.toHaveBeenCalled();
});

it("report_is_saved_as_pdf", async () => {
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "PDF로 저장" }));
	await waitFor(() => expect(leave).toHaveBeenCalledWith("http://localhost/mock-document"));
	server.use(
		http.post("/patients/tcis/{id}/report/links", () =>
			problem(409, "not_released", "아직 공개된 결과가 없어요."),
		),
	);
	await user.click(screen.getByRole("button", { name: "PDF로 저장" }));
	expect(await screen.findByRole("alert")).toHaveTextContent("아직 공개된 결과가 없어요.");
});

it("in_app_browser_is_told_what_fails", async () => {
	vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone) KAKAOTALK 10.7.0 (INAPP)");
	show();
	expect(await screen.findByText(/^카카오톡에서는 파일이 저장되지 않을 수/)).toBeInTheDocument();
});

it("unread_view_of_released_result_has_report", async () => {
	const tci = clinicDb.applications.find((each) => each.id === 101)?.beforeTci;
	if (tci?.tciPicture) tci.tciPicture.aiResult = null;
	const { user } = show();
	await user.click(await screen.findByRole("radio", { name: "AI 결과" }));
	expect(await screen.findByRole("button", { name: "결과지 PDF 받기" })).toBeInTheDocument();
	expect(screen.queryByRole("button", { name: "이미지로 저장" })).toBeNull();
});

it("unreleased_result_has_nothing_to_share", async () => {
	show(105, 209);
	await screen.findByRole("radio", { name: "AI 결과" });
	expect(screen.queryByRole("button", { name: /이미지로 저장|PDF/ })).toBeNull();
});
