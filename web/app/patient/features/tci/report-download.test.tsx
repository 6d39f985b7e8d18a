import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/tci.json";
import { page } from "~/shared/lib/page";
import { http } from "../../../../mocks/http";
import { server } from "../../../../mocks/node";
import { problem } from "../../../../mocks/responses";
import { ReportDownload } from "./report-download";

bundleKo("tci", ko);

const leave = vi.fn();
beforeEach(() => {
	leave.mockReset();
	vi.spyOn(page, "leave").mockImplementation(leave);
});

function show() {
	render(
		<QueryClientProvider client={new QueryClient()}>
			<ReportDownload applicationId={101} />
		</QueryClientProvider>,
	);
	return userEvent.setup();
}

it("button_downloads_report_of_application", async () => {
	const user = show();
	await user.click(screen.getByRole("button", { name: "결과지 PDF 받기" }));
	await waitFor(() => expect(leave).toHaveBeenCalledWith("http://localhost/mock-document"));
});

it("missing_report_shows_reason", async () => {
	server.use(
		http.post("/patients/tcis/{id}/report/links", () =>
			problem(409, "not_released", "아직 공개된 결과가 없어요."),
		),
	);
	const user = show();
	await user.click(screen.getByRole("button", { name: "결과지 PDF 받기" }));
	expect(await screen.findByRole("alert")).toHaveTextContent("아직 공개된 결과가 없어요.");
	expect(leave).not.toHaveBeenCalled();
});
