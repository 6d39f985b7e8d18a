import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, it } from "vitest";
import { loadPatient } from "~/lib/session";
import RichLayout from "~/shell/rich-layout";
import { ACCOUNT } from "../../mocks/db";
import SignIn from "./sign-in";

let root: Root | null = null;
afterEach(() => {
	act(() => root?.unmount());
	document.body.replaceChildren();
});

/** A prerendered screen as it is before the app's code has come; `arrive` brings the code. */
function prerendered(Component: ComponentType, address: string) {
	const Stub = createRoutesStub([
		{ id: "rich", Component: RichLayout, children: [{ id: "screen", path: address, Component }] },
		{ id: "elsewhere", path: "*", Component: () => <output aria-label="address" /> },
	]);
	const page = <Stub initialEntries={[address]} />;
	const place = document.createElement("div");
	place.innerHTML = renderToString(page);
	document.body.append(place);
	return async () => {
		await act(async () => {
			root = hydrateRoot(place, page);
		});
		await act(loadPatient);
	};
}

it("keeps what was typed, or filled in by the browser, before the code came", async () => {
	const user = userEvent.setup();
	const arrive = prerendered(SignIn, "/auth/signin");
	await user.type(screen.getByRole("textbox", { name: "아이디" }), ACCOUNT.loginUserId);
	await user.type(screen.getByLabelText("비밀번호"), ACCOUNT.password);
	await arrive();
	expect(screen.getByRole("textbox", { name: "아이디" })).toHaveValue(ACCOUNT.loginUserId);
	await user.click(screen.getByRole("button", { name: "로그인" }));
	expect(await screen.findByRole("status", { name: "address" })).toBeInTheDocument();
});
