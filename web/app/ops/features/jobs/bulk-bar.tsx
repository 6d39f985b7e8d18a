import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, useNavigate } from "react-router";
import { useStartBulk } from "~/ops/lib/bulk-query";
import { jobsText } from "~/ops/lib/queue-texts";

import type { JobFilter } from "~/ops/types";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { buttonStyle } from "~/shared/ui/button-style";
import type { Selection } from "./jobs-page";

interface Props {
	selection: Selection;
	filter: JobFilter;
	count: { jobs: number; isEstimate: boolean } | undefined;
	onChosen: (chosen: Selection) => void;
}

const BULK_ACTIONS = ["retry", "cancel", "delete"] as const;
type BulkAction = (typeof BULK_ACTIONS)[number];

/** The selection and its actions: the ticked rows, or all jobs that match the filter, shown or not. */
export function BulkBar({ selection, filter, count, onChosen }: Props) {
	const { t } = useTranslation("opsQueues");
	const navigate = useNavigate();
	const start = useStartBulk();
	const [action, setAction] = useState<BulkAction | null>(null);
	const isAll = selection === "all";
	const n = isAll ? (count?.jobs ?? 0) : selection.size;
	const amount = jobsText(t, n, isAll && count?.isEstimate);
	// The server refuses an action on every job of the installation.
	const hasFilter = Object.keys(filter).length > 0;
	const chooseAll = hasFilter ? <ChooseAll count={count} onPress={() => onChosen("all")} /> : null;
	if (n === 0) return chooseAll;
	const send = (reason: string) =>
		start
			.mutateAsync({ action: action ?? "retry", reason, filter: isAll ? filter : { ids: [...selection] } })
			.then(() => navigate(href("/ops/bulk")));
	return (
		<section
			aria-label={t("bulk.bar")}
			className="sticky top-0 z-10 flex flex-wrap items-center gap-2 rounded-[16px] border border-green-700/30 bg-mint-100 px-4 py-2"
		>
			<p className="number min-w-0 flex-1 basis-52 font-semibold">
				{t(isAll ? "bulk.chosenAll" : "bulk.chosen", { amount })}
			</p>
			{isAll ? null : chooseAll}
			<button type="button" onClick={() => onChosen(new Set())} className={buttonStyle("quiet", "", "tight")}>
				{t("bulk.clear")}
			</button>
			{BULK_ACTIONS.map((each) => (
				<button
					key={each}
					type="button"
					onClick={() => setAction(each)}
					className={buttonStyle(each === "delete" ? "danger" : "secondary", "", "tight")}
				>
					{t(`action.${each}`)}
				</button>
			))}
			{action ? (
				<ReasonDialog
					title={t(`bulk.ask.${action}`, { amount })}
					text={t(`bulk.text.${action}`)}
					submit={t(`action.${action}`)}
					isDestructive={action !== "retry"}
					onReason={send}
					onClose={() => setAction(null)}
				/>
			) : null}
		</section>
	);
}

/** Selects all jobs that match the filter. Renders nothing if none match. */
function ChooseAll({ count, onPress }: { count: Props["count"]; onPress: () => void }) {
	const { t } = useTranslation("opsQueues");
	if (!count || count.jobs === 0) return null;
	return (
		<button type="button" onClick={onPress} className={buttonStyle("quiet", "self-start", "tight")}>
			{t("bulk.chooseAll", {
				amount: jobsText(t, count.jobs, count.isEstimate),
			})}
		</button>
	);
}
