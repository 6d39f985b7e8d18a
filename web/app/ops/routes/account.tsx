import { AccountPage } from "~/ops/features/account/account-page";

export default function OpsAccountPage() {
	return <AccountPage />;
}
