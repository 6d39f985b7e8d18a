import { ErrorNotice } from "~/shared/ui/error-notice";
import { PhotoButtons } from "~/shared/ui/photo-buttons";
import { Skeleton } from "~/shared/ui/skeleton";
import { useHealthConsent } from "./consent";
import { ConsentCard } from "./consent-card";

/** The photo buttons, shown only after the consent: no photo leaves the phone before it. */
export function PhotoPicker({ onPick }: { onPick: (photo: File) => void }) {
	const consent = useHealthConsent();
	if (consent.given) return <PhotoButtons onPick={onPick} />;
	if (consent.given === false) return <ConsentCard />;
	if (consent.error) {
		return <ErrorNotice error={consent.error} onRetry={() => void consent.refetch()} />;
	}
	return (
		<div aria-busy="true" className="flex flex-col gap-2.5">
			<Skeleton className="h-12 rounded-button" />
			<Skeleton className="h-12 rounded-button" />
		</div>
	);
}
