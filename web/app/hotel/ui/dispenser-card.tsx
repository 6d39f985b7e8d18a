import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber, formatVolume } from "~/hotel/lib/format";
import { SENSOR_TINT } from "~/hotel/lib/states";
import type { Dispenser } from "~/hotel/types";
import { Badge } from "~/shared/ui/badge";
import { LevelBar } from "./level-bar";

/** One dispenser of a room: its level, its sensor's state, and its actions. */
export function DispenserCard({ dispenser, action }: { dispenser: Dispenser; action?: ReactNode }) {
	const { t } = useTranslation("hotel");
	const { product, percent, thresholdPercent, levelMl, capacityMl, sensor } = dispenser;
	const isLow = percent < thresholdPercent;
	return (
		<li className="rounded-[16px] border border-line p-3.5">
			<div className="flex items-start justify-between gap-3">
				<div className="min-w-0">
					<p className="font-semibold">{product.name}</p>
					<p className="number text-meta text-ink-600">
						{t("rooms.level", { level: formatVolume(levelMl), capacity: formatVolume(capacityMl) })}
					</p>
				</div>
				<p className={`number text-[20px] leading-none font-extrabold ${isLow ? "text-danger" : ""}`}>
					{formatNumber(percent)}%
				</p>
			</div>
			<LevelBar percent={percent} threshold={thresholdPercent} className="mt-2.5" />
			<div className="mt-3 flex flex-wrap items-center justify-between gap-2">
				<span className="flex flex-wrap gap-1.5">
					{isLow ? <Badge tint="danger">{t("reason.low")}</Badge> : null}
					{sensor ? (
						<Badge tint={SENSOR_TINT[sensor.state]}>
							{t("rooms.sensor", { state: t(`sensor.${sensor.state}`) })}
						</Badge>
					) : (
						<Badge tint="quiet">{t("rooms.noSensor")}</Badge>
					)}
				</span>
				<span className="ml-auto">{action}</span>
			</div>
		</li>
	);
}
