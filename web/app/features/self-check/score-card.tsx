import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { change, finding } from "~/lib/tci/explain";
import { levelOf, percentOf } from "~/lib/tci/grade";
import { ScoreRing } from "~/ui/tongue/score-ring";

interface Props {
	scores: readonly number[];
	before: readonly number[] | null;
	/** What to know of the score beside it. */
	children: ReactNode;
}

/** The number that matters, and one sentence about it. */
export function ScoreCard({ scores, before, children }: Props) {
	const { t } = useTranslation("selfCheck");
	const percent = percentOf(scores);
	const moved = change(scores, before);
	return (
		<section className="card">
			<ScoreRing percent={percent} />
			<p className="mt-3">
				{t(`explain.${finding(scores)}`, { ns: "tongue" })}{" "}
				{moved.kind === "first"
					? t("explain.first", { ns: "tongue" })
					: t(`explain.${moved.kind}`, { ns: "tongue", ...moved })}
			</p>
			{children}
			<p className="mt-1 text-ink-600">{t(`advice.${levelOf(percent)}`, { ns: "tongue" })}</p>
		</section>
	);
}
