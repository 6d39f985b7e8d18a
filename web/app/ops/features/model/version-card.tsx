import { useState } from "react";
import { useTranslation } from "react-i18next";
import { textOrFallback } from "~/ops/lib/text-or-fallback";
import { useMay } from "~/ops/session/operator-session";
import type { ModelVersion } from "~/ops/types";
import { Badge, type Tint } from "~/shared/ui/badge";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";
import { ChangeDialog } from "./change-dialog";
import { ObjectionText } from "./objection-text";
import type { ModelAction } from "./queries";

const TINTS: Record<string, Tint> = { deployed: "success", shadow: "info", candidate: "mint" };
/** The actions that each state allows. */
const AVAILABLE_ACTIONS: Record<string, readonly ModelAction[]> = {
	candidate: ["promote", "shadow"],
	shadow: ["promote", "stop"],
	former: ["promote"],
};

const formatValue = (value: number) => value.toFixed(3);

interface Props {
	version: ModelVersion;
	/** The share of photos that a shadow run reads; null without one. */
	share: number | null;
}

/** One version: test results, objections and actions. */
export function VersionCard({ version: it, share }: Props) {
	const { t } = useTranslation("opsMoney");
	const mayChange = useMay("change_model");
	const [confirming, setConfirming] = useState<ModelAction | null>(null);
	const actionText = (action: ModelAction) =>
		action === "stop" ? t("model.stop") : t(`model.action.${action}`);
	return (
		<article className="card flex flex-col gap-3 p-4 sm:p-5">
			<div className="flex flex-wrap items-center gap-2">
				<h2 className="number text-header">{it.version}</h2>
				<Badge tint={TINTS[it.state] ?? "quiet"}>
					{textOrFallback("opsMoney", `model.state.${it.state}`, it.state)}
				</Badge>
			</div>
			{it.state === "shadow" && share !== null ? (
				<p className="number text-meta text-ink-600">
					{t("model.share", { percent: Math.round(share * 100) })}
				</p>
			) : null}
			<ModelMetrics version={it} />
			{it.objection && it.state !== "deployed" ? (
				<Notice tone="warning" title={t("model.objection")}>
					<ObjectionText objection={it.objection} />
				</Notice>
			) : null}
			{mayChange ? (
				<div className="flex flex-wrap gap-2">
					{(AVAILABLE_ACTIONS[it.state] ?? []).map((action) => (
						<button
							key={action}
							type="button"
							onClick={() => setConfirming(action)}
							className={buttonStyle(action === "promote" ? "primary" : "secondary", "", "tight")}
						>
							{actionText(action)}
							<span className="sr-only"> {it.version}</span>
						</button>
					))}
				</div>
			) : null}
			{confirming ? (
				<ChangeDialog action={confirming} version={it} onClose={() => setConfirming(null)} />
			) : null}
		</article>
	);
}

function ModelMetrics({ version: { version, figures } }: { version: ModelVersion }) {
	const { t } = useTranslation("opsMoney");
	if (figures.length === 0) return <p className="text-ink-600">{t("model.unmeasured")}</p>;
	return (
		<table className="w-full text-[14px]">
			<caption className="sr-only">{t("model.figures", { version })}</caption>
			<tbody>
				{figures.map(({ name, value, low, high }) => (
					<tr key={name} className="border-t border-line">
						<th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-600">
							{textOrFallback("opsMoney", `model.figure.${name}`, name)}
						</th>
						<td className="number py-1.5 text-right">
							<b>{formatValue(value)}</b>
							{low === null || high === null ? null : (
								<span className="block text-[12px] text-ink-600">
									{t("model.interval", { low: formatValue(low), high: formatValue(high) })}
								</span>
							)}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
