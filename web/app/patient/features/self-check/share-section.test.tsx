import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import Result from "~/patient/routes/self-check-result";
import * as card from "~/patient/ui/share-card";
import * as files from "~/shared/lib/save-file";
import { stubCardCanvas } from "../../../../test/canvas";
import { renderScreen, signedIn } from "../../../../test/render";

let saved: MockInstance<typeof files.saveFile>;
let written: string[] = [];

beforeEach(async () => {
	saved = vi.spyOn(files, "saveFile").mockImplementation(() => undefined);
	written = stubCardCanvas();
	await signedIn();
});
afterEach(() => vi.unstubAllGlobals());

const show = () => renderScreen(Result, "/self-check/5", { path: "/self-check/:id", person: true });

it("picture_is_saved_if_browser_cannot_share", async () => {
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "이미지로 저장" }));
	await waitFor(() =>
		expect(saved).toHaveBeenCalledWith(
			expect.objectContaining({ type: "image/png" }),
			"hyeobom-2026-11-20.png",
		),
	);
	expect(written).toEqual(
		expect.arrayContaining(["39%", "주의", "혀 건강 점수", "2026-11-20 · S-20261120-0005-5"]),
	);
	expect(written.filter((each) => /^[012]$/.test(each)).join("")).toBe("122011000");
	expect(written.some((each) => each.includes("의료 진단이 아니에요"))).toBe(true);
});

it("in_app_browser_offers_another_to_print", async () => {
	vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone) KAKAOTALK 10.7.0 (INAPP)");
	show();
	expect(await screen.findByText(/^카카오톡에서는 파일이 저장되지 않을 수/)).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "다른 브라우저로 열기" })).toBeInTheDocument();
	expect(screen.getByRole("button", { name: "이미지로 저장" })).toBeInTheDocument();
	// There `window.print` does nothing.
	expect(screen.queryByRole("button", { name: "인쇄 · PDF" })).toBeNull();
});

it("result_is_printed_by_the_browser", async () => {
	const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "인쇄 · PDF" }));
	expect(print).toHaveBeenCalledTimes(1);
});

it("failed_picture_names_the_other_button", async () => {
	vi.spyOn(card, "drawShareCard").mockResolvedValue(null);
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "이미지로 저장" }));
	const { textContent } = screen.getByRole("button", { name: "인쇄 · PDF" });
	expect(await screen.findByText(new RegExp(`‘${textContent}’ 버튼을 눌러 주세요`))).toBeInTheDocument();
});

it("picture_is_shared_if_browser_can_share", async () => {
	const share = vi.fn(async () => undefined);
	Object.assign(navigator, { canShare: () => true, share });
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "결과 공유하기" }));
	await waitFor(() =>
		expect(share).toHaveBeenCalledWith({ files: [expect.objectContaining({ type: "image/png" })] }),
	);
	expect(saved).not.toHaveBeenCalled();
	Object.assign(navigator, { canShare: undefined, share: undefined });
});
