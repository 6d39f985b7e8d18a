import { useTranslation } from "react-i18next";
import type { Tci } from "~/lib/api/types";
import { Badge, type Tint } from "~/ui/badge";
import { type StatusName, statusName } from "./grade";

const TINTS: Record<StatusName, Tint> = {
	pending: "info",
	read: "mint",
	complete: "success",
	failed: "warning",
};

export function StatusBadge({ tci }: { tci: Tci }) {
	const { t } = useTranslation("selfCheck");
	const name = statusName(tci);
	return <Badge tint={TINTS[name]}>{t(`status.${name}`)}</Badge>;
}
