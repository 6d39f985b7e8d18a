import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { renderScreen, signedIn } from "../../../test/render";
import LinkWalkIn from "./link-walk-in";

const show = (query: string) => renderScreen(LinkWalkIn, `/link${query}`, { path: "/link", person: true });

beforeEach(signedIn);

it("code_links_visit_and_shows_it", async () => {
	const { user } = show("?code=4g7k2m9x0abc");
	expect(await screen.findByRole("textbox", { name: "코드" })).toHaveValue("4g7k2m9x0abc");
	await user.click(screen.getByRole("button", { name: "연결하기" }));
	await expect(screen.findByRole("status", { name: "address" })).resolves.toHaveTextContent(
		/^\/apply-history\/\d+/,
	);
});

it("missing_or_expired_code_is_explained", async () => {
	const { user } = show("");
	await user.click(await screen.findByRole("button", { name: "연결하기" }));
	expect(await screen.findByText("코드를 입력해 주세요.")).toBeInTheDocument();
	await user.type(screen.getByRole("textbox", { name: "코드" }), "nothing");
	await user.click(screen.getByRole("button", { name: "연결하기" }));
	expect(await screen.findByText(/시간이 지났어요/)).toBeInTheDocument();
});
