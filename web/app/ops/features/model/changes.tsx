import { useTranslation } from "react-i18next";
import { textOrFallback } from "~/ops/lib/text-or-fallback";
import type { ModelChange } from "~/ops/types";
import { Panel } from "~/ops/ui/panel";
import { koreanMinute } from "~/shared/lib/korea";
import { Badge, type Tint } from "~/shared/ui/badge";

const TINTS: Record<string, Tint> = { done: "success", refused: "warning", failed: "danger" };

/** The requested changes with their outcomes. */
export function Changes({ changes }: { changes: readonly ModelChange[] }) {
	const { t } = useTranslation("opsMoney");
	return (
		<Panel title={t("model.changes")}>
			{changes.length === 0 ? <p className="text-ink-600">{t("model.noChanges")}</p> : null}
			<ul aria-label={t("model.changes")} className="divide-y divide-line">
				{changes.map((change) => (
					<li key={change.id} className="py-2.5">
						<p className="flex flex-wrap items-center gap-2">
							<b>
								{t(`model.change.${change.action as "promote"}`, {
									version: change.version ?? t("model.builtIn"),
								})}
							</b>
							<Badge tint={TINTS[change.state] ?? "info"}>
								{textOrFallback("opsMoney", `model.outcome.${change.state}`, change.state)}
							</Badge>
							{change.forced ? <Badge tint="warning">{t("model.forced")}</Badge> : null}
							<time dateTime={change.at} className="number ml-auto text-meta text-ink-600">
								{koreanMinute(change.at)}
							</time>
						</p>
						<p className="text-meta text-ink-600">{change.reason}</p>
						{change.detail ? (
							<p lang="en" className="font-mono text-[12px] text-danger">
								{change.detail}
							</p>
						) : null}
					</li>
				))}
			</ul>
		</Panel>
	);
}
