import { useTranslation } from "react-i18next";
import { FailureText } from "~/domain/tongue/failure-text";
import type { Tci } from "~/shared/api/types";
import { PhotoPicker } from "./photo-picker";

interface Props {
	failure: NonNullable<Tci["failure"]>;
	onPick: (photo: File) => void;
}

/** Why a photo could not be read, with the buttons for another one. The photo itself is shown below. */
export function FailureCard({ failure, onPick }: Props) {
	const { t } = useTranslation("selfCheck");
	return (
		<section className="card animate-rise">
			<FailureText failure={failure} />
			<p className="mt-4 mb-3 text-meta text-ink-600">{t("retake.failed")}</p>
			<PhotoPicker onPick={onPick} />
		</section>
	);
}
