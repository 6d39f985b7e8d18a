import { useParams } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/insurance.json";
import { ClosePage } from "~/patient/features/insurance/close-page";
import { CompletePage } from "~/patient/features/insurance/complete-page";
import { McompletePage } from "~/patient/features/insurance/mcomplete-page";
import { NotFound } from "~/shared/layouts/not-found";
import type { RouteHandle } from "~/shared/lib/route-handle";

bundleKo("insurance", ko);

const PAGES: Record<string, () => React.JSX.Element | null> = {
	close: ClosePage,
	complete: CompletePage,
	mcomplete: McompletePage,
};

export const handle: RouteHandle = { title: "payment", isTitleOnly: true };

/** The return pages of a payment. */
export default function Payment() {
	const Page = PAGES[useParams().end ?? ""] ?? NotFound;
	return <Page />;
}
