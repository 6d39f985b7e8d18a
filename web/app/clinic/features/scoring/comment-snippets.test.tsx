import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { loadStaff } from "~/clinic/session/staff-session";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/clinic.json";
import { queryClient } from "~/shared/api/query-client";
import { clinicDb } from "../../../../mocks/clinic-db";
import { permissionsOf } from "../../../../mocks/clinic-roles";
import { staffSignedIn } from "../../../../test/render-clinic";
import { CommentSnippets, withSnippet } from "./comment-snippets";

bundleKo("clinic", ko);

function Comment() {
	const [comment, setComment] = useState("혀 뒤쪽이 두꺼워요.");
	return (
		<QueryClientProvider client={queryClient}>
			<output aria-label="comment">{comment}</output>
			<CommentSnippets comment={comment} onComment={setComment} />
		</QueryClientProvider>
	);
}

async function show() {
	staffSignedIn();
	queryClient.clear();
	await loadStaff();
	render(<Comment />);
	return userEvent.setup();
}

beforeEach(() => queryClient.clear());

it("snippet_gets_own_line_within_comment_limit", async () => {
	const user = await show();
	await user.click(screen.getByRole("button", { name: "상용구 넣기" }));
	await user.click(await screen.findByRole("menuitem", { name: "혀 클리너" }));
	expect(screen.getByRole("status", { name: "comment" }).textContent).toBe(
		"혀 뒤쪽이 두꺼워요.\n혀 클리너로 하루 두 번, 안쪽에서 바깥쪽으로 닦아 주세요.",
	);
	expect(withSnippet("", "글")).toBe("글");
	expect(withSnippet("가".repeat(9_999), "나나")).toHaveLength(10_000);
});

it("snippets_are_added_changed_and_deleted", async () => {
	const user = await show();
	await user.click(screen.getByRole("button", { name: "상용구 넣기" }));
	await user.click(await screen.findByRole("menuitem", { name: "상용구 관리" }));
	const dialog = within(screen.getByRole("dialog", { name: "상용구" }));
	await user.click(dialog.getByRole("button", { name: "상용구 추가" }));
	await user.click(dialog.getByRole("button", { name: "저장" }));
	expect(await dialog.findByText("제목을 적어 주세요.")).toBeInTheDocument();
	await user.type(dialog.getByRole("textbox", { name: "제목" }), "칭찬");
	await user.type(dialog.getByRole("textbox", { name: "내용" }), "잘 관리하고 계세요.");
	await user.click(dialog.getByRole("checkbox", { name: "치과의 모든 분석자가 쓰기" }));
	await user.click(dialog.getByRole("button", { name: "저장" }));
	expect(await dialog.findByText("칭찬")).toBeInTheDocument();
	expect(clinicDb.snippets.at(-1)).toMatchObject({ scope: "clinic", title: "칭찬" });
	await user.click(dialog.getByRole("button", { name: "재방문 고치기" }));
	const title = dialog.getByRole("textbox", { name: "제목" });
	await user.clear(title);
	await user.type(title, "다시 오기");
	await user.click(dialog.getByRole("button", { name: "저장" }));
	expect(await dialog.findByText("다시 오기")).toBeInTheDocument();
	await user.click(dialog.getByRole("button", { name: "칭찬 지우기" }));
	await screen.findByText("다시 오기");
	expect(clinicDb.snippets.map((each) => each.title)).not.toContain("칭찬");
});

it("clinic_snippets_need_permission_to_change", async () => {
	clinicDb.staff = {
		...clinicDb.staff,
		role: "analysis_expert",
		permissions: permissionsOf("analysis_expert"),
	};
	const user = await show();
	await user.click(screen.getByRole("button", { name: "상용구 넣기" }));
	await user.click(await screen.findByRole("menuitem", { name: "상용구 관리" }));
	expect(screen.queryByRole("button", { name: "혀 클리너 고치기" })).toBeNull();
	await user.click(screen.getByRole("button", { name: "재방문 고치기" }));
	expect(screen.queryByRole("checkbox")).toBeNull();
});
