import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

beforeEach(staffSignedIn);

it("invitation_is_made_as_qr_code_and_link", async () => {
	const { user } = renderClinic("/clinic/invites");
	const days = await screen.findByRole("textbox", { name: "유효 기간 (일)" });
	await user.clear(days);
	await user.type(days, "91");
	await user.click(screen.getByRole("button", { name: "초대 만들기" }));
	expect(await screen.findByText("1~90일로 적어 주세요.")).toBeInTheDocument();
	await user.clear(days);
	await user.type(days, "30");
	await user.click(screen.getByRole("button", { name: "초대 만들기" }));
	const dialog = within(await screen.findByRole("dialog", { name: "초대" }));
	const drawn = await dialog.findByRole("img", { name: "초대 링크 QR 코드" });
	expect(drawn.querySelector("path")?.getAttribute("d")?.length).toBeGreaterThan(500);
	expect(dialog.getByRole("textbox", { name: "초대 링크" })).toHaveValue(clinicDb.invites[0]?.url);
	const write = vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("no"));
	await user.click(dialog.getByRole("button", { name: "링크 복사" }));
	expect(await dialog.findByText(/복사하지 못했어요/)).toBeInTheDocument();
	await user.click(dialog.getByRole("button", { name: "링크 복사" }));
	expect(await dialog.findByText("복사했어요.")).toBeInTheDocument();
	expect(write).toHaveBeenCalledTimes(2);
});

it("repeated_invitation_keeps_its_key", async () => {
	const sent: (readonly [string | null, string])[] = [];
	const record = async ({ request }: { request: Request }) => {
		if (request.method === "POST" && request.url.endsWith("/invites"))
			sent.push([request.headers.get("Idempotency-Key"), await request.clone().text()]);
	};
	server.events.on("request:start", record);
	server.use(http.post("/institutions/invites", () => HttpResponse.error(), { once: true }));
	const { user } = renderClinic("/clinic/invites");
	const make = async () => user.click(await screen.findByRole("button", { name: "초대 만들기" }));
	await make();
	await screen.findByText(/서버에 연결하지 못했어요/);
	await make();
	const dialog = within(await screen.findByRole("dialog", { name: "초대" }));
	expect(sent[1]).toEqual(sent[0]);
	await user.click(dialog.getByRole("button", { name: "닫기" }));
	await make();
	await screen.findByRole("dialog", { name: "초대" });
	expect(sent[2]?.[0]).not.toBe(sent[0]?.[0]);
	server.events.removeAllListeners();
});

it("spent_invitation_has_no_qr_and_is_deleted", async () => {
	clinicDb.invites.push({
		...(clinicDb.invites[0] as (typeof clinicDb.invites)[number]),
		code: "spent123",
		uses: 1,
	});
	const { user } = renderClinic("/clinic/invites");
	const list = within(await screen.findByRole("list", { name: "초대 목록" }));
	const spent = (await list.findByText("spent123")).closest("li") as HTMLElement;
	expect(within(spent).queryByRole("button", { name: "QR 보기" })).toBeNull();
	await user.click(within(spent).getByRole("button", { name: "삭제" }));
	await vi.waitFor(() => expect(list.queryByText("spent123")).toBeNull());
});

it("deleting_an_open_invitation_asks_first", async () => {
	const code = clinicDb.invites[0]?.code as string;
	const { user } = renderClinic("/clinic/invites");
	const list = within(await screen.findByRole("list", { name: "초대 목록" }));
	await list.findByText(code);
	const ask = async () => {
		await user.click(list.getAllByRole("button", { name: "삭제" })[0] as HTMLElement);
		return within(await screen.findByRole("dialog", { name: "이 초대를 삭제할까요?" }));
	};
	await user.click((await ask()).getByRole("button", { name: "그대로 두기" }));
	expect(clinicDb.invites.some((invite) => invite.code === code)).toBe(true);
	await user.click((await ask()).getByRole("button", { name: "초대 삭제" }));
	await vi.waitFor(() => expect(list.queryByText(code)).toBeNull());
	expect(screen.queryByRole("dialog")).toBeNull();
	// screen readers announce the deletion, and the focus moves to the list
	expect(screen.getByText(`${code} 초대를 삭제했어요.`)).toHaveAttribute("role", "status");
	expect(screen.getByRole("list", { name: "초대 목록" })).toHaveFocus();
});

it("failed_invitation_deletion_says_why", async () => {
	server.use(http.delete("/institutions/invites/{code}", () => problem(404, "not_found", "찾을 수 없어요.")));
	const { user } = renderClinic("/clinic/invites");
	const list = within(await screen.findByRole("list", { name: "초대 목록" }));
	await user.click((await list.findAllByRole("button", { name: "삭제" }))[0] as HTMLElement);
	const dialog = within(await screen.findByRole("dialog"));
	await user.click(dialog.getByRole("button", { name: "초대 삭제" }));
	expect(await dialog.findByText("찾을 수 없어요.")).toBeInTheDocument();
});

it("failed_invitation_list_says_why", async () => {
	server.use(http.get("/institutions/invites", () => problem(403, "forbidden", "권한이 없어요.")));
	renderClinic("/clinic/invites");
	expect(await screen.findByText("권한이 없어요.")).toBeInTheDocument();
});
