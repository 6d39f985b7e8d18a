import { useParams } from "react-router";
import { ClosePage } from "~/features/insurance/close-page";
import { CompletePage } from "~/features/insurance/complete-page";
import { McompletePage } from "~/features/insurance/mcomplete-page";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/insurance.json";
import { NotFoundScreen } from "~/shell/not-found-screen";

bundleKo("insurance", ko);

const PAGES: Record<string, () => React.JSX.Element | null> = {
	close: ClosePage,
	complete: CompletePage,
	mcomplete: McompletePage,
};

/** Where a payment ends. */
export default function Payment() {
	const Page = PAGES[useParams().end ?? ""] ?? NotFoundScreen;
	return <Page />;
}
