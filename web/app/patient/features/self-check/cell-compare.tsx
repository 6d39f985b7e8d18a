import { useTranslation } from "react-i18next";
import { percentOf } from "~/domain/tci/grade";
import { CellChange } from "~/domain/tongue/cell-change";
import type { Tci } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";

interface Props {
	now: readonly number[];
	before: readonly number[];
	previous: Tci;
}

/** The nine cells now, next to those of the previous check. */
export function CellCompare({ now, before, previous }: Props) {
	const { t } = useTranslation("selfCheck");
	return (
		<section className="card">
			<h2 className="text-header">{t("compare.title")}</h2>
			<p className="mt-0.5 text-meta text-ink-600">
				{t("compare.text", { date: koreanDate(previous.shootingAt), before: percentOf(before) })}
			</p>
			<CellChange now={now} before={before} />
		</section>
	);
}
