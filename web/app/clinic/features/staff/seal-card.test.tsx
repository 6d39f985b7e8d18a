import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { http } from "../../../../mocks/http";
import { server } from "../../../../mocks/node";
import { problem } from "../../../../mocks/responses";
import { renderClinic, staffSignedIn } from "../../../../test/render-clinic";

const STORED = { doctorName: "한지훈", doctorLicense: "12345", createdAt: "2026-11-02T01:00:00Z" };
const picture = (name: string) => new File(["picture"], name, { type: "image/png" });

beforeEach(() => {
	staffSignedIn();
	globalThis.createImageBitmap = async (file: ImageBitmapSource) => {
		if ((file as File).name.endsWith(".txt")) throw new Error("no picture");
		return { width: 1600, height: 400, close() {} } as ImageBitmap;
	};
	vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
	vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockImplementation(function url(
		this: HTMLCanvasElement,
	) {
		return `data:image/png;base64,${this.width}x${this.height}`;
	});
});

const card = async () => within(await screen.findByRole("region", { name: /^직인과 의사 서명/ }));
const isStored = () => server.use(http.get("/institutions/seal", () => HttpResponse.json({ seal: STORED })));

async function open() {
	const { user } = renderClinic("/clinic/staff");
	await user.click((await card()).getByRole("button", { name: "등록하기" }));
	const sheet = within(await screen.findByRole("dialog", { name: "직인과 의사 서명" }));
	return { user, sheet };
}

it("seal_is_stored_as_small_pngs", async () => {
	const bodies: unknown[] = [];
	server.use(
		http.put("/institutions/seal", async ({ request }) => {
			bodies.push(await request.json());
			return HttpResponse.json({ seal: STORED });
		}),
	);
	const { user, sheet } = await open();
	await user.click(sheet.getByRole("button", { name: "등록하기" }));
	expect(await sheet.findAllByText("꼭 필요해요.")).toHaveLength(4);
	expect(sheet.getByText("확인에 체크해 주세요.")).toBeInTheDocument();
	expect(bodies).toEqual([]);
	await user.upload(sheet.getByLabelText(/^직인/), picture("seal.png"));
	await user.upload(sheet.getByLabelText(/^의사 서명/), picture("signature.png"));
	expect(await sheet.findByRole("img", { name: "의사 서명" })).toBeInTheDocument();
	await user.type(sheet.getByRole("textbox", { name: "의사 이름" }), "한지훈");
	await user.type(sheet.getByRole("textbox", { name: "면허번호" }), "12345");
	await user.click(sheet.getByRole("checkbox"));
	await user.click(sheet.getByRole("button", { name: "등록하기" }));
	expect(await (await card()).findByText("한지훈 · 면허 12345 · 2026-11-02 등록")).toBeInTheDocument();
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(bodies).toEqual([
		{
			seal: "800x200",
			signature: "800x200",
			doctorName: "한지훈",
			doctorLicense: "12345",
			confirmed: true,
		},
	]);
});

// The browser's own button is in the browser's language.
it("seal_is_picked_with_the_apps_button", async () => {
	const { user, sheet } = await open();
	expect(sheet.getAllByText("사진 고르기")).toHaveLength(2);
	const input = sheet.getByLabelText(/^직인/);
	expect(input).toHaveClass("sr-only");
	expect(input).toHaveAccessibleName("직인 사진 고르기");
	await user.upload(input, picture("seal.png"));
	expect(await sheet.findByText("다른 사진 고르기")).toBeInTheDocument();
});

it("file_without_a_picture_is_refused", async () => {
	const { user, sheet } = await open();
	const file = new File(["text"], "seal.txt", { type: "image/png" });
	await user.upload(sheet.getByLabelText(/^직인/), file);
	expect(await sheet.findByText("사진 파일이 아니에요.")).toBeInTheDocument();
	expect(sheet.queryByRole("img")).toBeNull();
	await user.upload(sheet.getByLabelText(/^직인/), picture("seal.png"));
	expect(await sheet.findByRole("img", { name: "직인" })).toBeInTheDocument();
	expect(sheet.queryByText("사진 파일이 아니에요.")).toBeNull();
});

it("stored_seal_is_removed_once_confirmed", async () => {
	isStored();
	const { user } = renderClinic("/clinic/staff");
	await user.click(await (await card()).findByRole("button", { name: "삭제" }));
	const question = within(screen.getByRole("dialog", { name: "직인과 서명을 삭제할까요?" }));
	await user.click(question.getByRole("button", { name: "그대로 두기" }));
	expect((await card()).getByText("등록됨")).toBeInTheDocument();
	await user.click((await card()).getByRole("button", { name: "삭제" }));
	await user.click(screen.getByRole("button", { name: "삭제하기" }));
	expect(await (await card()).findByText("없음")).toBeInTheDocument();
	expect((await card()).queryByRole("button", { name: "삭제" })).toBeNull();
});

it("failed_removal_keeps_the_seal_and_says_so", async () => {
	isStored();
	server.use(http.delete("/institutions/seal", () => problem(403, "forbidden", "권한이 없어요.")));
	const { user } = renderClinic("/clinic/staff");
	await user.click(await (await card()).findByRole("button", { name: "삭제" }));
	await user.click(screen.getByRole("button", { name: "삭제하기" }));
	await waitFor(() => expect(screen.getByText("권한이 없어요.")).toBeInTheDocument());
	expect((await card()).getByText("등록됨")).toBeInTheDocument();
});
