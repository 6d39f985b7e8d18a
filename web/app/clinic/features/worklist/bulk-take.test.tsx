import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/clinic.json";
import { queryClient } from "~/shared/api/query-client";
import { clinicDb } from "../../../../mocks/clinic-db";
import { staffSignedIn } from "../../../../test/render-clinic";
import { BulkTake } from "./bulk-take";

bundleKo("clinic", ko);

it("bulk_take_reports_what_others_have", async () => {
	staffSignedIn();
	const theirs = clinicDb.applications.find(({ id }) => id === 102);
	if (theirs) theirs.assignee = { id: 33, name: "문서아 실장" };
	const onTaken = vi.fn();
	render(
		<QueryClientProvider client={queryClient}>
			<BulkTake ids={[104, 102, 101]} onTaken={onTaken} />
		</QueryClientProvider>,
	);
	await userEvent.setup().click(screen.getByRole("button", { name: "고른 신청 3건 맡기" }));
	await waitFor(() => expect(onTaken).toHaveBeenCalledWith([104]));
	expect(screen.getByRole("status")).toHaveTextContent(
		"1건을 맡았어요. 1건은 다른 분석자가 맡고 있어요. 1건은 이미 끝났어요.",
	);
	expect(clinicDb.applications.find(({ id }) => id === 104)).toMatchObject({
		status: 1,
		assignee: { id: 32 },
	});
});
