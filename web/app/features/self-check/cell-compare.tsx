import { useTranslation } from "react-i18next";
import type { Tci } from "~/lib/api/types";
import { localDate } from "~/lib/format";
import { percentOf } from "./grade";

interface Props {
	now: readonly number[];
	before: readonly number[];
	previous: Tci;
}

const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

const LOOK = {
	better: "bg-success-tint text-success",
	worse: "bg-danger-tint text-danger",
	same: "bg-quiet text-ink-600",
};

function kindOf(before: number, after: number): keyof typeof LOOK {
	if (after === before) return "same";
	return after < before ? "better" : "worse";
}

/** The nine cells now beside the check before. */
export function CellCompare({ now, before, previous }: Props) {
	const { t } = useTranslation("selfCheck");
	return (
		<section className="card">
			<h2 className="text-header">{t("compare.title")}</h2>
			<p className="mt-0.5 text-meta text-ink-600">
				{t("compare.text", { date: localDate(previous.shootingAt), before: percentOf(before) })}
			</p>
			<p aria-hidden="true" className="mt-3 mb-1 text-center text-[12px] text-ink-600">
				{t("compare.back")}
			</p>
			<ul className="mx-auto grid max-w-[300px] grid-cols-3 gap-1.5">
				{CELLS.map((cell) => {
					const [then, current] = [before[cell] ?? 0, now[cell] ?? 0];
					const kind = kindOf(then, current);
					const label = {
						place: t(`place.${cell}`),
						before: then,
						after: current,
						word: t(`compare.${kind}`),
					};
					return (
						<li key={cell} className={`rounded-control px-1 py-2 text-center ${LOOK[kind]}`}>
							<span className="sr-only">{t("compare.cell", label)}</span>
							<span aria-hidden="true" className="number block text-[16px] leading-tight font-bold">
								{kind === "same" ? current : `${then} → ${current}`}
							</span>
							<span aria-hidden="true" className="block text-[11px] leading-tight">
								{t(`compare.${kind}`)}
							</span>
						</li>
					);
				})}
			</ul>
			<p aria-hidden="true" className="mt-1 text-center text-[12px] text-ink-600">
				{t("compare.front")}
			</p>
		</section>
	);
}
