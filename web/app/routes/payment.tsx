import { useLocation } from "react-router";
import { ClosePage } from "~/features/insurance/close-page";
import { CompletePage } from "~/features/insurance/complete-page";
import { McompletePage } from "~/features/insurance/mcomplete-page";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/insurance.json";
import { pathTo } from "~/route-table";

bundleKo("insurance", ko);

/** Where a payment ends: small pages, together in one file, because every file is named in the list that all visitors load. */
export default function Payment() {
	const path = useLocation().pathname.replace(/\/+$/, "");
	if (path === pathTo("paymentClose")) return <ClosePage />;
	return path === pathTo("paymentMcomplete") ? <McompletePage /> : <CompletePage />;
}
