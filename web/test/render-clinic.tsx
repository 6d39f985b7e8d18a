import { act, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub, type NavigateFunction, useLocation, useNavigate } from "react-router";
import ClinicLayout from "~/clinic/layouts/clinic-layout";
import ConsoleLayout from "~/clinic/layouts/console-layout";
import PageLayout, { ErrorBoundary } from "~/clinic/layouts/page-layout";
import WorklistLayout from "~/clinic/layouts/worklist-layout";
import ClinicAccessLog from "~/clinic/routes/access-log";
import ClinicAccessReview from "~/clinic/routes/access-log-review";
import ClinicAccount from "~/clinic/routes/account";
import ClinicApplication, { ErrorBoundary as ApplicationBoundary } from "~/clinic/routes/application";
import ClinicClaim from "~/clinic/routes/claim";
import ClinicClaimLabel from "~/clinic/routes/claim-label";
import ClinicClaims from "~/clinic/routes/claims";
import ClinicHome from "~/clinic/routes/home";
import ClinicInvites from "~/clinic/routes/invites";
import ClinicPatientRecord from "~/clinic/routes/patient-record";
import ClinicPatients from "~/clinic/routes/patients";
import ClinicPayments from "~/clinic/routes/payments";
import ClinicSignIn from "~/clinic/routes/sign-in";
import ClinicStaff from "~/clinic/routes/staff";
import ClinicStatistics from "~/clinic/routes/statistics";
import { staffActivity } from "~/shared/lib/session-activity";
import { clinicDb } from "../mocks/clinic-db";
import { Providers } from "./render";

let navigate: NavigateFunction = () => undefined;

function Address() {
	const { pathname, search } = useLocation();
	navigate = useNavigate();
	return <output aria-label="address">{pathname + search}</output>;
}

function Layout() {
	return (
		<>
			<ClinicLayout />
			<Address />
		</>
	);
}

/** Renders the console as the router mounts it, with an output of the current URL. */
export function renderClinic(address: string) {
	const work = [
		{ id: "home", path: "/clinic", Component: ClinicHome },
		{
			id: "application",
			path: "/clinic/applications/:id",
			Component: ClinicApplication,
			ErrorBoundary: ApplicationBoundary,
		},
	];
	const pages = [
		{ id: "claims", path: "/clinic/insurances", Component: ClinicClaims },
		{ id: "claim", path: "/clinic/insurances/:id", Component: ClinicClaim },
		{ id: "claim-label", path: "/clinic/insurances/:id/label", Component: ClinicClaimLabel },
		{ id: "invites", path: "/clinic/invites", Component: ClinicInvites },
		{ id: "payments", path: "/clinic/payments", Component: ClinicPayments },
		{ id: "access-log", path: "/clinic/access-log", Component: ClinicAccessLog },
		{ id: "access-review", path: "/clinic/access-log/review", Component: ClinicAccessReview },
		{ id: "account", path: "/clinic/account", Component: ClinicAccount },
		{ id: "staff", path: "/clinic/staff", Component: ClinicStaff },
		{ id: "statistics", path: "/clinic/statistics", Component: ClinicStatistics },
		{ id: "patients", path: "/clinic/patients", Component: ClinicPatients },
		{ id: "patient-record", path: "/clinic/patients/:id", Component: ClinicPatientRecord },
		{ id: "work", Component: WorklistLayout, children: work },
	];
	const pageLayout = { id: "page", Component: PageLayout, ErrorBoundary, children: pages };
	const Stub = createRoutesStub([
		{
			id: "root",
			Component: Providers,
			children: [
				{
					id: "clinic",
					Component: Layout,
					children: [
						{ id: "sign-in", path: "/clinic/signin", Component: ClinicSignIn },
						{ id: "console", Component: ConsoleLayout, children: [pageLayout] },
					],
				},
			],
		},
	]);
	const user = userEvent.setup();
	/** Goes back as the browser does. */
	const goBack = () => act(async () => navigate(-1));
	return { user, goBack, ...render(<Stub initialEntries={[address]} />) };
}

/** Signs in a staff member. */
export function staffSignedIn(): void {
	clinicDb.isSignedIn = true;
	staffActivity.note(Date.now());
}
