import { useTranslation } from "react-i18next";
import { percentOf } from "~/domain/tci/grade";
import type { Application, Tci } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { useCorrections } from "./application-query";

/** The values released before each correction, newest first. */
export function Corrections({ application, tci }: { application: Application; tci: Tci }) {
	const { t } = useTranslation("clinic");
	const corrections = useCorrections(application.id, tci);
	if (corrections.length === 0) return null;
	return (
		<details className="rounded-[14px] bg-quiet px-3.5 py-2">
			<summary className="min-h-9 cursor-pointer text-[14px] font-semibold">
				{t("correction.earlier", { count: corrections.length })}
			</summary>
			<ol className="flex flex-col gap-2 pb-2">
				{corrections.map((each) => (
					<li key={each.at} className="text-meta text-ink-600">
						<p className="number font-semibold text-ink-900">
							{t("correction.was", { percent: percentOf(each.scores), date: koreanDate(each.scoredAt) })}
						</p>
						<p className="number">
							{t("correction.by", { name: each.staff.name, date: koreanDate(each.at) })}
						</p>
						<p>{t("correction.because", { reason: each.reason })}</p>
						{each.comment ? <p className="whitespace-pre-wrap">{each.comment}</p> : null}
					</li>
				))}
			</ol>
		</details>
	);
}
