import { useParams } from "react-router";
import { ClaimPage } from "~/features/clinic/insurance/claim-page";
import { ListPage } from "~/features/clinic/insurance/list-page";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/claims.json";

bundleKo("claims", ko);

/** The clinic's claims, and one of them. */
export default function ClinicClaims() {
	return useParams().id === undefined ? <ListPage /> : <ClaimPage />;
}
