import { useTranslation } from "react-i18next";

interface Props {
	now: readonly number[];
	before: readonly number[];
}

const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

const STYLES = {
	better: "bg-success-tint text-success",
	worse: "bg-danger-tint text-danger",
	same: "bg-quiet text-ink-600",
};

function kindOf(before: number, after: number): keyof typeof STYLES {
	if (after === before) return "same";
	return after < before ? "better" : "worse";
}

/** The change of each of the nine cells, arranged as in the picture. */
export function CellChange({ now, before }: Props) {
	const { t } = useTranslation("tongue");
	return (
		<>
			<p aria-hidden="true" className="mt-3 mb-1 text-center text-meta text-ink-600">
				{t("change.back")}
			</p>
			<ul className="mx-auto grid max-w-[300px] grid-cols-3 gap-1.5">
				{CELLS.map((cell) => {
					const [then, current] = [before[cell] ?? 0, now[cell] ?? 0];
					const kind = kindOf(then, current);
					const label = {
						place: t(`place.${cell}`),
						before: then,
						after: current,
						word: t(`change.${kind}`),
					};
					return (
						<li key={cell} className={`rounded-control px-1 py-2 text-center ${STYLES[kind]}`}>
							<span className="sr-only">{t("change.cell", label)}</span>
							<span aria-hidden="true" className="number block text-[16px] leading-tight font-bold">
								{kind === "same" ? current : `${then} → ${current}`}
							</span>
							<span aria-hidden="true" className="block text-[13px] leading-tight">
								{t(`change.${kind}`)}
							</span>
						</li>
					);
				})}
			</ul>
			<p aria-hidden="true" className="mt-1 text-center text-meta text-ink-600">
				{t("change.front")}
			</p>
		</>
	);
}
