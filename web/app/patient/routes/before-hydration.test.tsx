import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadPatient } from "~/patient/session/session";
import { setHydrated } from "~/shared/lib/use-hydrated-search-params";
import { ACCOUNT } from "../../../mocks/db";
import { dayIn } from "../../../test/dates";
import { Providers } from "../../../test/render";
import FindId from "./find-id";
import FindPassword from "./find-password";
import SignIn from "./sign-in";
import SignUpForm from "./sign-up-form";

let root: Root | null = null;
beforeEach(() => setHydrated(false));
afterEach(() => {
	setHydrated(true);
	act(() => root?.unmount());
	document.body.replaceChildren();
});

/** Renders a prerendered screen before hydration; the returned function hydrates it. */
async function prerender(Component: ComponentType, address: string) {
	const Stub = createRoutesStub([
		{ id: "rich", Component: Providers, children: [{ id: "screen", path: address, Component }] },
		{ id: "elsewhere", path: "*", Component: () => <output aria-label="address" /> },
	]);
	const page = <Stub initialEntries={[address]} />;
	const place = document.createElement("div");
	do {
		place.innerHTML = renderToString(page);
		// The prerenderer waits for lazy parts; this comment marks a pending one.
		await new Promise((resolve) => setTimeout(resolve));
	} while (place.innerHTML.includes("<!--$!-->"));
	document.body.append(place);
	return async () => {
		await act(async () => {
			root = hydrateRoot(place, page);
		});
		setHydrated(true);
		await act(loadPatient);
	};
}

it("sign_in_input_before_hydration_is_kept", async () => {
	const user = userEvent.setup();
	const arrive = await prerender(SignIn, "/auth/signin");
	await user.type(screen.getByRole("textbox", { name: "아이디" }), ACCOUNT.loginUserId);
	await user.type(screen.getByLabelText("비밀번호"), ACCOUNT.password);
	await arrive();
	expect(screen.getByRole("textbox", { name: "아이디" })).toHaveValue(ACCOUNT.loginUserId);
	await user.click(screen.getByRole("button", { name: "로그인" }));
	expect(await screen.findByRole("status", { name: "address" })).toBeInTheDocument();
});

it.each([
	["/auth/signin", SignIn],
	["/auth/signup/form", SignUpForm],
	["/auth/find-id", FindId],
	["/auth/find-password", FindPassword],
])("prerendered_form_of_%s_never_sends_by_itself", async (address, Component) => {
	const arrive = await prerender(Component, address);
	const forms = [...document.querySelectorAll("form")];
	for (const form of forms) {
		expect([form.method, form.getAttribute("action")]).toEqual(["post", null]);
		const buttons = [...form.querySelectorAll<HTMLButtonElement>("button:not([type=button])")];
		expect(buttons.filter((button) => !button.disabled)).toEqual([]);
	}
	await arrive();
	for (const button of document.querySelectorAll<HTMLButtonElement>("form button[type=submit]"))
		expect(button).toBeEnabled();
});

it("input_before_hydration_overrides_draft", async () => {
	const values = { name: "옛이름", birth: "19910412" };
	sessionStorage.setItem("draft:patient::signUp", JSON.stringify({ values, phone: null, social: null }));
	const user = userEvent.setup();
	const arrive = await prerender(SignUpForm, "/auth/signup/form");
	await user.type(screen.getByRole("textbox", { name: "이름" }), "김하늘");
	await arrive();
	expect(screen.getByRole("textbox", { name: "이름" })).toHaveValue("김하늘");
	expect(await dayIn("생년월일")).toBe("1991-04-12");
});
