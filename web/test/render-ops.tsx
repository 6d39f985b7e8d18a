import { act, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { createRoutesStub, type NavigateFunction, useLocation, useNavigate } from "react-router";
import ConsoleLayout from "~/ops/layouts/console-layout";
import OpsLayout from "~/ops/layouts/ops-layout";
import PageLayout, { ErrorBoundary } from "~/ops/layouts/page-layout";
import { DocumentTitle } from "~/shared/layouts/document-title";
import { opsDb } from "../mocks/ops-db";
import { Providers } from "./render";

const modules = import.meta.glob<{ default: ComponentType }>(["../app/ops/routes/*.tsx", "!**/*.test.tsx"], {
	eager: true,
});

const PATHS: Record<string, string> = {
	overview: "/ops",
	jobs: "/ops/jobs",
	job: "/ops/jobs/:id",
	"dead-letters": "/ops/dead-letters",
	bulk: "/ops/bulk",
	schedules: "/ops/schedules",
	workers: "/ops/workers",
	payments: "/ops/payments",
	model: "/ops/model",
	tenants: "/ops/tenants",
	"new-tenant": "/ops/tenants/new",
	tenant: "/ops/tenants/:id",
	retention: "/ops/retention",
	"access-log": "/ops/access-log",
	operators: "/ops/operators",
	audit: "/ops/audit",
	account: "/ops/account",
};

let navigate: NavigateFunction = () => undefined;

function Layout() {
	const { pathname, search } = useLocation();
	navigate = useNavigate();
	return (
		<>
			<DocumentTitle />
			<OpsLayout />
			<output aria-label="address">{pathname + search}</output>
		</>
	);
}

/** Renders the operators' console as the router mounts it, with an output of the current URL. */
export function renderOps(address: string) {
	const screens = Object.entries(PATHS).map(([name, path]) => ({
		id: name,
		path,
		Component: modules[`../app/ops/routes/${name}.tsx`]?.default,
	}));
	const pageLayout = { id: "page", Component: PageLayout, ErrorBoundary, children: screens };
	const Stub = createRoutesStub([
		{
			id: "root",
			Component: Providers,
			children: [
				{
					id: "ops",
					Component: Layout,
					children: [{ id: "console", Component: ConsoleLayout, children: [pageLayout] }],
				},
			],
		},
	]);
	const user = userEvent.setup();
	/** Goes back as the browser does. */
	const goBack = () => act(async () => navigate(-1));
	return { user, goBack, ...render(<Stub initialEntries={[address]} />) };
}

/** Signs in an operator, by default the admin. */
export function operatorSignedIn(loginId = "ops"): void {
	opsDb.me = opsDb.operators.find((each) => each.loginId === loginId) ?? null;
	if (opsDb.me) opsDb.me.mustChangePassword = false;
}
