import { useTranslation } from "react-i18next";
import { type StatusName, statusName } from "~/domain/tci/grade";
import type { Tci } from "~/shared/api/types";
import { Badge, type Tint } from "~/shared/ui/badge";

export const STATUS_TINTS: Record<StatusName, Tint> = {
	pending: "info",
	read: "mint",
	complete: "success",
	failed: "warning",
};

export function StatusBadge({ tci }: { tci: Tci }) {
	const { t } = useTranslation("tongue");
	const name = statusName(tci);
	return <Badge tint={STATUS_TINTS[name]}>{t(`status.${name}`)}</Badge>;
}
