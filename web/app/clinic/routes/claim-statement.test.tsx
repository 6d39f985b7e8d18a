import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { emptyStatement } from "~/clinic/features/claims/statement";
import { queryClient } from "~/shared/api/query-client";
import { type DraftKey, readDraft, saveDraft } from "~/shared/lib/draft";
import { clinicDb } from "../../../mocks/clinic-db";
import { http } from "../../../mocks/http";
import { changeStore } from "../../../mocks/insurance-db";
import { server } from "../../../mocks/node";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

const CLAIM = 70;
const draftKey = (claimId = CLAIM): DraftKey => `staff:${clinicDb.staff.id}:statement:${claimId}`;
const stored = (claimId?: number) => readDraft(draftKey(claimId));

function changeClaim(change: { status?: number; trackingNumber?: string }): void {
	changeStore((store) => {
		const claim = store.claims.find(({ id }) => id === CLAIM);
		for (const document of claim?.documents ?? []) document.issued = true;
		Object.assign(claim ?? {}, change);
	});
}

/** Everything is done, and both documents were written here. */
beforeEach(() => {
	staffSignedIn();
	changeClaim({ trackingNumber: "12345-678" });
	for (const id of [CLAIM, 69])
		saveDraft(draftKey(id), { typed: emptyStatement("2026-11-01"), making: null, isMade: true });
});

async function release() {
	const { user } = renderClinic(`/clinic/insurances/${CLAIM}`);
	await user.click(await screen.findByRole("button", { name: "환자에게 보내기" }));
	expect(stored()).not.toBeNull();
	const question = within(screen.getByRole("dialog", { name: "환자에게 보낼까요?" }));
	await user.click(question.getByRole("button", { name: "보내기" }));
	return user;
}

it("released_claim_forgets_its_statement", async () => {
	await release();
	await screen.findByRole("heading", { name: "발급 완료" });
	expect(stored()).toBeNull();
	expect(stored(69)).not.toBeNull();
});

it("release_forgets_statement_of_a_left_page", async () => {
	let finish: () => void = () => undefined;
	const held = new Promise<void>((resolve) => {
		finish = resolve;
	});
	server.use(
		http.put("/institutions/insurances/{id}", async () => {
			await held;
			return undefined as never;
		}),
	);
	const user = await release();
	await user.click(screen.getByRole("link", { name: "초대" }));
	await waitFor(() => expect(screen.getByLabelText("address")).toHaveTextContent("/clinic/invites"));
	expect(stored()).not.toBeNull();
	finish();
	await waitFor(() => expect(stored()).toBeNull());
});

it.each([
	["release", 2],
	["cancellation", -1],
])("%s_by_somebody_else_forgets_statement", async (_, status) => {
	renderClinic(`/clinic/insurances/${CLAIM}`);
	await screen.findByRole("button", { name: "환자에게 보내기" });
	expect(stored()).not.toBeNull();
	changeClaim({ status });
	await act(() => queryClient.invalidateQueries());
	await waitFor(() => expect(stored()).toBeNull());
});
