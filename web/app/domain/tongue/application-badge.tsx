import { useTranslation } from "react-i18next";
import { type ApplicationState, stateOf } from "~/domain/tci/application";
import { Badge, type Tint } from "~/shared/ui/badge";

export const APPLICATION_TINTS: Record<ApplicationState, Tint> = {
	canceled: "quiet",
	waiting: "warning",
	received: "success",
	complete: "mint",
};

/** The status of an application. */
export function ApplicationBadge({ status }: { status: number }) {
	const { t } = useTranslation("tongue");
	const state = stateOf(status);
	return <Badge tint={APPLICATION_TINTS[state]}>{t(`application.${state}`)}</Badge>;
}
