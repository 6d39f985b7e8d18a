import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as model from "~/ops/features/model/model-page";
import { operatorSignedIn, renderOps } from "../../../test/render-ops";

it("broken_page_keeps_navigation", async () => {
	vi.spyOn(console, "error").mockImplementation(() => undefined);
	vi.spyOn(model, "ModelPage").mockImplementation(() => {
		throw new Error("broken");
	});
	operatorSignedIn();
	renderOps("/ops/model");
	const heading = await screen.findByRole("heading", { name: "화면을 보여드리지 못했어요" });
	expect(within(screen.getByRole("main")).getByRole("heading")).toBe(heading);
	expect(screen.getByRole("link", { name: "홈으로" })).toHaveAttribute("href", "/ops");
	expect(screen.getByRole("navigation", { name: "운영 메뉴" })).toBeInTheDocument();
});

it("document_title_names_the_page", async () => {
	operatorSignedIn();
	renderOps("/ops/jobs");
	const heading = await screen.findByRole("heading", { level: 1, name: "작업 목록" });
	await waitFor(() => expect(document.title).toBe(`${heading.textContent} - 혀봄`));
});
