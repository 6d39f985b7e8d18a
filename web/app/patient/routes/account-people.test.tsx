import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { queryClient } from "~/shared/api/query-client";
import { CHILD, db } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { typeDay } from "../../../test/dates";
import { renderScreen, signedIn } from "../../../test/render";
import AccountPeople from "./account-people";

const show = () => renderScreen(AccountPeople, "/account/people", { person: true });
const people = async () => (await screen.findAllByRole("listitem")).map((item) => item.textContent);

beforeEach(signedIn);

it("child_is_added_with_guardian_consent", async () => {
	const { user } = show();
	expect(await people()).toEqual([expect.stringMatching(/^김하늘본인 · 1991.04.12생/)]);
	await user.click(screen.getByRole("button", { name: "가족 추가하기" }));
	const sheet = within(await screen.findByRole("dialog", { name: "가족 추가" }));
	await user.type(sheet.getByRole("textbox", { name: "이름" }), "김아이");
	await typeDay(user, "생년월일", "20180301", sheet);
	await user.click(sheet.getByRole("button", { name: "저장하기" }));
	expect(await sheet.findByText("동의를 해 주세요.")).toBeInTheDocument();
	await user.click(sheet.getByRole("checkbox", { name: /법정대리인/ }));
	await user.click(sheet.getByRole("button", { name: "저장하기" }));
	expect(await screen.findByRole("heading", { name: "김아이" })).toBeInTheDocument();
	expect(db.people[1]).toMatchObject({ relation: "child", consent: "guardian", birth: "2018.03.01" });
});

// From 14 on, the person agrees and not a guardian.
it("parent_is_added_with_own_agreement", async () => {
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "가족 추가하기" }));
	const sheet = within(await screen.findByRole("dialog", { name: "가족 추가" }));
	await user.click(await sheet.findByRole("radio", { name: "부모" }));
	await user.type(sheet.getByRole("textbox", { name: "이름" }), "김어른");
	await typeDay(user, "생년월일", "19500101", sheet);
	await user.click(sheet.getByRole("checkbox", { name: /이 사람에게 알렸고/ }));
	await user.click(sheet.getByRole("button", { name: "저장하기" }));
	expect(await screen.findByRole("heading", { name: "김어른" })).toBeInTheDocument();
	expect(db.people[1]).toMatchObject({ relation: "parent", consent: "agreed" });
});

it("corrected_name_is_refetched_in_records", async () => {
	db.people.push({ ...CHILD });
	const checks = ["get", "/patients/tcis/self-check"];
	queryClient.setQueryData(checks, { tcis: [], next: null });
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "김아이 님의 정보 수정" }));
	const sheet = within(await screen.findByRole("dialog", { name: "정보 수정" }));
	const name = await sheet.findByRole("textbox", { name: "이름" });
	await user.clear(name);
	await user.type(name, "김하나");
	await user.click(sheet.getByRole("checkbox", { name: /법정대리인/ }));
	await user.click(sheet.getByRole("button", { name: "저장하기" }));
	expect(await screen.findByRole("heading", { name: "김하나" })).toBeInTheDocument();
	expect(queryClient.getQueryState(checks)?.isInvalidated).toBe(true);
});

it("missing_consent_is_named", async () => {
	db.people.push({ ...CHILD, missingConsent: "agreed" });
	show();
	expect(await screen.findByText(/본인의 동의를 받았는지 확인이 필요해요/)).toBeInTheDocument();
});

it("removal_explains_its_effects_first", async () => {
	db.people.push({ ...CHILD });
	db.openOf.add(CHILD.id);
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "김아이 님 삭제" }));
	const sheet = within(screen.getByRole("dialog", { name: "김아이 님을 삭제할까요?" }));
	expect(sheet.getByText(/30일 뒤에 지워요/)).toBeInTheDocument();
	await user.click(sheet.getByRole("button", { name: "삭제하기" }));
	expect(await sheet.findByText("진행 중인 신청이나 청구가 있어요.")).toBeInTheDocument();
	db.openOf.clear();
	await user.click(sheet.getByRole("button", { name: "삭제하기" }));
	await expect.poll(people).toHaveLength(1);
});

it("new_person_is_returned_to_requesting_page", async () => {
	const { user } = renderScreen(
		AccountPeople,
		`/account/people?redirect=${encodeURIComponent("/apply-tci?step=1")}`,
		{ person: true },
	);
	expect(await screen.findByRole("link", { name: "이어서 하기" })).toHaveAttribute(
		"href",
		"/apply-tci?step=1",
	);
	await user.click(screen.getByRole("button", { name: "가족 추가하기" }));
	const sheet = within(await screen.findByRole("dialog", { name: "가족 추가" }));
	await user.type(sheet.getByRole("textbox", { name: "이름" }), "김아이");
	await typeDay(user, "생년월일", "20180301", sheet);
	await user.click(sheet.getByRole("checkbox", { name: /법정대리인/ }));
	await user.click(sheet.getByRole("button", { name: "저장하기" }));
	const address = await screen.findByRole("status", { name: "address" });
	expect(address).toHaveTextContent(`/apply-tci?step=1&personId=${db.people[1]?.id}`);
});

it("unsaved_person_is_discarded_after_warning", async () => {
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "가족 추가하기" }));
	await user.type(await screen.findByRole("textbox", { name: "이름" }), "김");
	await user.click(screen.getByRole("button", { name: "닫기" }));
	expect(await screen.findByText("입력한 내용이 저장되지 않았어요. 닫을까요?")).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "계속 입력하기" }));
	expect(await screen.findByRole("textbox", { name: "이름" })).toHaveValue("김");
	await user.click(screen.getByRole("button", { name: "닫기" }));
	await user.click(screen.getByRole("button", { name: "저장하지 않고 닫기" }));
	expect(screen.queryByRole("dialog")).toBeNull();
	await user.click(screen.getByRole("button", { name: "가족 추가하기" }));
	await user.click(screen.getByRole("button", { name: "닫기" }));
	expect(screen.queryByRole("dialog")).toBeNull();
});

it("too_many_removals_ask_to_wait", async () => {
	db.people.push({ ...CHILD });
	const tooMany = () => problem(429, "too_many_requests", "10초 뒤에 시도해 주세요.") as never;
	server.use(http.delete("/patients/people/{id}", tooMany));
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "김아이 님 삭제" }));
	await user.click(screen.getByRole("button", { name: "삭제하기" }));
	expect(await screen.findByRole("alert")).toHaveTextContent(
		"요청이 많았어요. 잠시 뒤에 다시 시도해 주세요.",
	);
});
