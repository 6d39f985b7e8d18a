import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { queryClient } from "~/shared/api/query-client";
import { clinicDb } from "../../../../mocks/clinic-db";
import { renderClinic, staffSignedIn } from "../../../../test/render-clinic";

beforeEach(staffSignedIn);

const list = () => screen.getByRole("list", { name: "신청 목록" });
const rows = () => within(list()).getAllByRole("link");
const NEWER = { name: "새 신청 1건 보기" };

/** Adds an application while somebody is in the list, and scrolls down. */
async function receiveApplication(): Promise<void> {
	const latest = clinicDb.applications.find(({ id }) => id === 105);
	if (latest) clinicDb.applications.push({ ...latest, id: 106 });
	await act(async () => queryClient.invalidateQueries());
	await screen.findByRole("button", NEWER);
	region().scrollTop = 300;
}
const region = () => list().parentElement as HTMLElement;

async function expectNewRowShown(): Promise<void> {
	await waitFor(() => expect(rows()[0]).toHaveAttribute("href", "/clinic/applications/106"));
	expect(screen.queryByRole("button", NEWER)).toBeNull();
	expect(region().scrollTop).toBe(0);
	expect(rows()[0]).toHaveFocus();
}

it("new_applications_are_shown_by_mouse", async () => {
	const { user } = renderClinic("/clinic");
	await screen.findByText("이도윤");
	await user.hover(rows()[1] as HTMLElement);
	await receiveApplication();
	const button = screen.getByRole("button", NEWER);
	// `user.click` would leave the page between the two elements.
	fireEvent.pointerOut(rows()[1] as HTMLElement, { relatedTarget: button });
	fireEvent.click(button);
	await expectNewRowShown();
});

it("new_applications_are_shown_by_keyboard", async () => {
	const { user } = renderClinic("/clinic");
	await screen.findByText("이도윤");
	act(() => rows()[0]?.focus());
	await receiveApplication();
	await user.tab({ shift: true });
	expect(screen.getByRole("button", NEWER)).toHaveFocus();
	await user.keyboard("{Enter}");
	await expectNewRowShown();
});

it("new_applications_are_shown_by_touch", async () => {
	renderClinic("/clinic");
	await screen.findByText("이도윤");
	act(() => rows()[0]?.focus());
	await receiveApplication();
	const button = screen.getByRole("button", NEWER);
	// A lifted finger leaves the list before its click.
	fireEvent.pointerOut(button, { pointerType: "touch", relatedTarget: document.body });
	fireEvent.click(button);
	await expectNewRowShown();
});

it("list_without_pointer_shows_new_applications", async () => {
	const { user } = renderClinic("/clinic");
	await screen.findByText("이도윤");
	await user.hover(rows()[1] as HTMLElement);
	await receiveApplication();
	await user.unhover(rows()[1] as HTMLElement);
	await waitFor(() => expect(rows()[0]).toHaveAttribute("href", "/clinic/applications/106"));
});
