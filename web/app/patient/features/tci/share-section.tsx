import { useTranslation } from "react-i18next";
import { findingOf } from "~/domain/tci/explain";
import type { View } from "~/domain/tci/grade";
import { expertGrid, squareView } from "~/domain/tongue/frame";
import { ShareResult } from "~/patient/ui/share-result";
import { problemText } from "~/shared/api/problem-text";
import type { Tci, TciPicture } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { useReport } from "./report-download";

interface Props {
	applicationId: number;
	tci: Tci;
	picture: TciPicture;
	/** The scores of the view. */
	scores: readonly number[];
	view: View;
}

/** A released result, the expert's or the AI's, as a picture to share or save, and the application's report as PDF. */
export default function ShareSection({ applicationId, tci, picture, scores, view }: Props) {
	const { t } = useTranslation("share");
	const report = useReport(applicationId);
	const isExpert = view === "expert";
	const seen = isExpert ? picture : { ...picture, expertOutline: null };
	const ns = { ns: "tongue" } as const;
	const phase = tci.phase === "after" ? "after" : "before";
	const day = koreanDate(tci.shootingAt);
	const score = t(isExpert ? "photo.score" : "photo.aiScore", ns);
	return (
		<ShareResult
			photo={{
				// The expert's crop may be too narrow for the card, which is wider than high.
				picture: { ...seen, coordinates: squareView(seen) ?? picture.coordinates },
				scores,
				grid: isExpert ? expertGrid(picture) : undefined,
				line: isExpert ? picture.expertOutline : (picture.aiResult?.splition ?? null),
			}}
			texts={{
				label: `${score} · ${t(`phase.${phase}`, { ns: "tci" })}`,
				sentence: t(`explain.${findingOf(scores)}`, ns),
				details: [tci.clinicName, day, tci.tciNumber].filter(Boolean).join(" · "),
				disclaimer: t(isExpert ? "byExpert" : "byAi"),
			}}
			fileName={`hyeobom-${day}-${phase}.png`}
			pdf={{
				text: t("pdf"),
				isPending: report.isPending,
				error: report.error && problemText(report.error),
				onPress: () => report.mutate(),
			}}
		/>
	);
}
