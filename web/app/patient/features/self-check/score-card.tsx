import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { changeOf, findingOf } from "~/domain/tci/explain";
import { percentOf } from "~/domain/tci/grade";
import { ScoreRing } from "~/domain/tongue/score-ring";

interface Props {
	scores: readonly number[];
	before: readonly number[] | null;
	/** Notes on the score, shown next to it. */
	children: ReactNode;
}

/** The score with a one-sentence explanation. */
export function ScoreCard({ scores, before, children }: Props) {
	const { t } = useTranslation("tongue");
	const moved = changeOf(scores, before);
	return (
		<section className="card min-[360px]:px-5">
			<ScoreRing percent={percentOf(scores)} />
			<p className="mt-3">
				{t(`explain.${findingOf(scores)}`)}{" "}
				{moved.kind === "first" ? t("explain.first") : t(`explain.${moved.kind}`, { ...moved })}
			</p>
			{children}
		</section>
	);
}
