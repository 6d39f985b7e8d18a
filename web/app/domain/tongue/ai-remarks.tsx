import { useTranslation } from "react-i18next";
import { confidenceOf } from "~/domain/tci/confidence";
import type { Tci } from "~/shared/api/types";
import { Notice } from "~/shared/ui/notice";
import { CELLS } from "./cells";

interface Props {
	tci: Tci;
	/** The audience, which determines the advice. */
	reader: "selfCheck" | "application" | "clinic";
}

/** Why the AI's scores may be wrong: the tongue is unfamiliar, or cells are uncertain. */
export function AiNotices({ tci, reader }: Props) {
	return (
		<>
			<UnfamiliarNotice tci={tci} reader={reader} />
			<UncertainNotice tci={tci} />
		</>
	);
}

/** Warns that the photo is unlike the training photos, and what to do. Renders nothing if it is not. */
export function UnfamiliarNotice({ tci, reader }: Props) {
	const { t } = useTranslation("tongue");
	if (tci.status === 0 || !tci.tciPicture?.aiResult?.unfamiliar) return null;
	return (
		<Notice tone="warning" title={t("unfamiliar.title")}>
			{t(`unfamiliar.${reader}`)}
		</Notice>
	);
}

/** Names the uncertain cells. Renders nothing if there are none. */
function UncertainNotice({ tci }: { tci: Tci }) {
	const { t } = useTranslation("tongue");
	const { uncertain, isMostlyUncertain } = confidenceOf(tci);
	if (uncertain.length === 0) return null;
	const places = CELLS.filter((cell) => uncertain.includes(cell)).map((cell) => t(`place.${cell}`));
	return (
		<Notice tone={isMostlyUncertain ? "warning" : "info"}>
			{isMostlyUncertain
				? t("uncertain.most", { n: uncertain.length })
				: t("uncertain.cells", { places: places.join(", ") })}
		</Notice>
	);
}

/** Warns that the score itself is unreliable, if most of its cells are uncertain. */
export function UncertainSummary({ tci }: { tci: Tci }) {
	const { t } = useTranslation("tongue");
	if (!confidenceOf(tci).isMostlyUncertain) return null;
	return <p className="mt-1 font-bold">{t("uncertain.summary")}</p>;
}

/** The AI's confidence in words, and the model version. */
export function AiConfidence({ tci }: { tci: Tci }) {
	const { t } = useTranslation("tongue");
	const result = tci.status > 0 ? tci.tciPicture?.aiResult : null;
	if (!result) return null;
	const { mean, uncertain, isMostlyUncertain } = confidenceOf(tci);
	const level = isMostlyUncertain ? "low" : uncertain.length > 0 || result.unfamiliar ? "medium" : "high";
	return (
		<span className="number">
			{t(`confidence.${level}`)}{" "}
			{t("uncertain.model", { version: result.modelVersion, percent: Math.round(mean * 100) })}
		</span>
	);
}

/** Why the scores may be wrong, the model version and its confidence. */
export function AiRemarks({ tci, reader }: Props) {
	if (tci.status === 0 || !tci.tciPicture?.aiResult) return null;
	return (
		<>
			<AiNotices tci={tci} reader={reader} />
			<p className="px-1 text-meta text-ink-600">
				<AiConfidence tci={tci} />
			</p>
		</>
	);
}
