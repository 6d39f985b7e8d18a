import { useParams } from "react-router";
import { DetailPage } from "~/features/insurance/detail-page";
import { HistoryPage } from "~/features/insurance/history-page";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/insurance.json";

bundleKo("insurance", ko);

/** The claims, and one of them. */
export default function Insurance() {
	return useParams().id === undefined ? <HistoryPage /> : <DetailPage />;
}
