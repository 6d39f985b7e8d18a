import { useTranslation } from "react-i18next";
import { resultDate, type View } from "~/domain/tci/grade";
import type { Tci } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";

export function ResultDetails({ tci, view }: { tci: Tci; view: View }) {
	const { t } = useTranslation("selfCheck");
	const items = [
		[t("result.number"), tci.tciNumber],
		[t("result.shotAt"), koreanDate(tci.shootingAt)],
		[t("result.resultAt"), koreanDate(resultDate(tci, view)) || t("result.none")],
	] as const;
	return (
		<dl className="card flex flex-col gap-3">
			{tci.person ? (
				<div className="hidden justify-between gap-4 print:flex">
					<dt className="text-meta text-ink-600">{t("result.name")}</dt>
					<dd className="text-right text-[14px] font-semibold">{tci.person.name}</dd>
				</div>
			) : null}
			{items.map(([name, value]) => (
				<div key={name} className="flex justify-between gap-4">
					<dt className="text-meta text-ink-600">{name}</dt>
					<dd className="number text-right text-[14px] font-semibold">{value}</dd>
				</div>
			))}
		</dl>
	);
}
