import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { createRoutesStub, Outlet, useLocation } from "react-router";
import RequirePatient from "~/patient/layouts/require-patient";
import { loadPatient } from "~/patient/session/session";
import { queryClient } from "~/shared/api/query-client";
import { CREDENTIAL } from "../mocks/db";

/** The root's providers of every screen. */
export function Providers() {
	return (
		<QueryClientProvider client={queryClient}>
			<I18nProvider locale="ko-KR">
				<Outlet />
			</I18nProvider>
		</QueryClientProvider>
	);
}

function Elsewhere() {
	const { pathname, search } = useLocation();
	return <output aria-label="address">{pathname + search}</output>;
}

interface Options {
	/** The route's pattern; by default the URL's path. */
	path?: string;
	/** Whether the screen requires a signed-in patient. */
	person?: boolean;
}

/** Renders one screen at a URL; every other URL renders itself as text. */
export function renderScreen(Component: ComponentType, address: string, options: Options = {}) {
	const path = options.path ?? address.split("?")[0] ?? address;
	const screen = { id: "screen", path, Component };
	const inside = options.person
		? [{ id: "person", Component: RequirePatient, children: [screen] }]
		: [screen];
	const Stub = createRoutesStub([
		{
			id: "root",
			Component: Providers,
			children: [...inside, { id: "elsewhere", path: "*", Component: Elsewhere }],
		},
	]);
	const user = userEvent.setup();
	return { user, ...render(<Stub initialEntries={[address]} />) };
}

/** Signs in the patient of the mocks. */
export async function signedIn(): Promise<void> {
	// biome-ignore lint/suspicious/noDocumentCookie: sets it as the server's response would
	document.cookie = `authorization=${CREDENTIAL}; Path=/`;
	await loadPatient();
}
