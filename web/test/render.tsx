import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { createRoutesStub, useLocation } from "react-router";
import { loadPatient } from "~/lib/session";
import PersonLayout from "~/shell/person-layout";
import RichLayout from "~/shell/rich-layout";
import { CREDENTIAL } from "../mocks/db";

function Elsewhere() {
	const { pathname, search } = useLocation();
	return <output aria-label="address">{pathname + search}</output>;
}

interface Options {
	/** The route's pattern; the address itself when it has no parameter. */
	path?: string;
	/** Behind the sign-in rule. */
	person?: boolean;
}

/** Renders one screen at an address; every other address shows itself. */
export function renderScreen(Component: ComponentType, address: string, options: Options = {}) {
	const path = options.path ?? address.split("?")[0] ?? address;
	const screen = { id: "screen", path, Component };
	const inside = options.person ? [{ id: "person", Component: PersonLayout, children: [screen] }] : [screen];
	const Stub = createRoutesStub([
		{ id: "rich", Component: RichLayout, children: inside },
		{ id: "elsewhere", path: "*", Component: Elsewhere },
	]);
	const user = userEvent.setup();
	return { user, ...render(<Stub initialEntries={[address]} />) };
}

/** Signs the fixed person in. */
export async function signedIn(): Promise<void> {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server's answer would set it
	document.cookie = `authorization=${CREDENTIAL}; Path=/`;
	await loadPatient();
}
