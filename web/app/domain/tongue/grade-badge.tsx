import { useTranslation } from "react-i18next";
import { gradeOf } from "~/domain/tci/application";
import type { Tci } from "~/shared/api/types";
import { Badge } from "~/shared/ui/badge";
import { LEVEL_TINT } from "./score-ring";

/** The risk level of one analysis; renders nothing while no score counts. */
export function GradeBadge({ tci }: { tci: Tci | null }) {
	const { t } = useTranslation("tongue");
	const grade = gradeOf(tci);
	if (grade === null) return null;
	return (
		<Badge tint={grade === "ready" ? "quiet" : LEVEL_TINT[grade]}>
			{grade === "ready" ? t("ready") : t(`level.${grade}`)}
		</Badge>
	);
}
