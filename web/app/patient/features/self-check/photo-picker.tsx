import { useTranslation } from "react-i18next";
import { isProblem } from "~/shared/api/problem";
import { Notice } from "~/shared/ui/notice";
import { PhotoButtons } from "~/shared/ui/photo-buttons";
import { Skeleton } from "~/shared/ui/skeleton";
import { useHealthConsent } from "./consent";
import { ConsentCard } from "./consent-card";
import { RetryButton } from "./retry-button";

/** The photo buttons, shown only after the consent: no photo leaves the phone before it. */
export function PhotoPicker({ onPick }: { onPick: (photo: File) => void }) {
	const { t } = useTranslation();
	const consent = useHealthConsent();
	if (consent.given) return <PhotoButtons onPick={onPick} />;
	if (consent.given === false) return <ConsentCard />;
	if (consent.error) {
		return (
			<Notice tone="danger" action={<RetryButton onPress={() => void consent.refetch()} />}>
				{isProblem(consent.error) ? consent.error.detail : t("error.unreachable")}
			</Notice>
		);
	}
	return (
		<div aria-busy="true" className="flex flex-col gap-2.5">
			<Skeleton className="h-12 rounded-button" />
			<Skeleton className="h-12 rounded-button" />
		</div>
	);
}
