import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub, useLocation } from "react-router";
import { noteStaffUse } from "~/lib/staff-use";
import { SCREENS } from "~/route-table";
import ClinicAccessLog from "~/routes/clinic-access-log";
import ClinicAccount from "~/routes/clinic-account";
import ClinicApplication from "~/routes/clinic-application";
import ClinicClaimLabel from "~/routes/clinic-claim-label";
import ClinicClaims from "~/routes/clinic-claims";
import ClinicHome from "~/routes/clinic-home";
import ClinicInvites from "~/routes/clinic-invites";
import ClinicPayments from "~/routes/clinic-payments";
import ClinicSignIn from "~/routes/clinic-sign-in";
import ClinicStaff from "~/routes/clinic-staff";
import ClinicDeskLayout from "~/shell/clinic-desk-layout";
import ClinicLayout from "~/shell/clinic-layout";
import ClinicWorkLayout from "~/shell/clinic-work-layout";
import { clinicDb } from "../mocks/clinic-db";

function Address() {
	const { pathname, search } = useLocation();
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

const {
	clinicSignIn,
	clinicHome,
	clinicApplication,
	clinicClaims,
	clinicClaim,
	clinicClaimLabel,
	clinicInvites,
	clinicPayments,
	clinicAccessLog,
	clinicAccessReview,
	clinicStaff,
	clinicAccount,
} = SCREENS;

/** Renders the console as the router mounts it, and beside it the address. */
export function renderClinic(address: string) {
	const work = [
		{ id: "home", path: clinicHome.path, Component: ClinicHome },
		{ id: "application", path: clinicApplication.path, Component: ClinicApplication },
	];
	const desk = [
		{ id: "claims", path: clinicClaims.path, Component: ClinicClaims },
		{ id: "claim", path: clinicClaim.path, Component: ClinicClaims },
		{ id: "claim-label", path: clinicClaimLabel.path, Component: ClinicClaimLabel },
		{ id: "invites", path: clinicInvites.path, Component: ClinicInvites },
		{ id: "payments", path: clinicPayments.path, Component: ClinicPayments },
		{ id: "access-log", path: clinicAccessLog.path, Component: ClinicAccessLog },
		{ id: "access-review", path: clinicAccessReview.path, Component: ClinicAccessLog },
		{ id: "account", path: clinicAccount.path, Component: ClinicAccount },
		{ id: "staff", path: clinicStaff.path, Component: ClinicStaff },
		{ id: "work", Component: ClinicWorkLayout, children: work },
	];
	const Stub = createRoutesStub([
		{
			id: "clinic",
			Component: Layout,
			children: [
				{ id: "sign-in", path: clinicSignIn.path, Component: ClinicSignIn },
				{ id: "desk", Component: ClinicDeskLayout, children: desk },
			],
		},
	]);
	const user = userEvent.setup();
	return { user, ...render(<Stub initialEntries={[address]} />) };
}

/** Signs the clinic's staff in. */
export function staffSignedIn(): void {
	clinicDb.isSignedIn = true;
	noteStaffUse(Date.now());
}
