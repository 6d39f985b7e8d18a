import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Tci } from "~/lib/api/types";
import { localDate } from "~/lib/format";
import { countedScores, levelOf, percentOf } from "~/lib/tci/grade";
import { pathTo } from "~/route-table";
import { Badge } from "~/ui/badge";
import { NextIcon } from "~/ui/icons";
import { LEVEL_TINT } from "~/ui/tongue/score-ring";
import { StatusBadge } from "~/ui/tongue/status-badge";

export function HistoryList({ checks }: { checks: readonly Tci[] }) {
	return (
		<ul className="flex flex-col gap-2.5">
			{checks.map((tci) => (
				<li key={tci.id}>
					<Row tci={tci} />
				</li>
			))}
		</ul>
	);
}

function Row({ tci }: { tci: Tci }) {
	const { t } = useTranslation("selfCheck");
	const scores = countedScores(tci);
	const percent = scores ? percentOf(scores) : null;
	return (
		<Link
			to={pathTo("selfCheckResult", tci.id)}
			className="flex min-h-[72px] items-center gap-2.5 min-[360px]:gap-4 rounded-[18px] border border-line bg-white py-3 pr-3.5 pl-4 min-[360px]:pl-5 transition duration-150 ease-out hover:border-green-700/40 hover:shadow-float active:scale-[0.99]"
		>
			<span className="number w-15 shrink-0 text-[24px] leading-none font-extrabold tracking-tight">
				{percent === null ? (
					<span className="text-ink-600">–</span>
				) : (
					t("photo.percent", { ns: "tongue", percent })
				)}
			</span>
			<span className="min-w-0 flex-1">
				<span className="number block font-semibold whitespace-nowrap">{localDate(tci.shootingAt)}</span>
				<span className="number block text-meta text-ink-600">{tci.tciNumber}</span>
			</span>
			{percent === null ? (
				<StatusBadge tci={tci} />
			) : (
				<Badge tint={LEVEL_TINT[levelOf(percent)]}>{t(`level.${levelOf(percent)}`, { ns: "tongue" })}</Badge>
			)}
			<NextIcon className="size-4 text-ink-600" />
		</Link>
	);
}
