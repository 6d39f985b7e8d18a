import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { renderClinic, staffSignedIn } from "../../../../test/render-clinic";

beforeEach(staffSignedIn);

const link = (name: RegExp | string) => screen.findByRole("link", { name });

it("released_result_is_saved_and_printed_as_pdf", async () => {
	renderClinic("/clinic/applications/101");
	const report = "/api/v1/institutions/tcis/101/report.pdf";
	const saved = await link("결과지 PDF");
	expect(new URL(saved.getAttribute("href") ?? "").pathname).toBe(report);
	expect(new URL(saved.getAttribute("href") ?? "").search).toBe("");
	expect(saved).toHaveAttribute("download");
	const printed = await link(/^인쇄.*새 탭에서 열려요/);
	const { pathname, searchParams } = new URL(printed.getAttribute("href") ?? "");
	expect([pathname, searchParams.get("inline")]).toEqual([report, "true"]);
	expect(printed).toHaveAttribute("target", "_blank");
	expect(printed).not.toHaveAttribute("download");
});

it("unreleased_result_has_the_record_only", async () => {
	renderClinic("/clinic/applications/102");
	expect(await link("환자 기록")).toHaveAttribute("href", "/clinic/patients/102");
	expect(screen.queryByRole("link", { name: /PDF|인쇄/ })).toBeNull();
});
