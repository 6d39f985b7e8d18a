import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "~/ops/session/operator-session";
import { EmptyState } from "~/shared/ui/empty-state";
import { AlertIcon } from "~/shared/ui/icons";

/** Renders its content only for roles with the permission; others see a notice. */
export function RequirePermission({ permission, children }: { permission: string; children: ReactNode }) {
	const { t } = useTranslation("ops");
	const may = useMay(permission);
	if (may) return children;
	return (
		<EmptyState
			mark={<AlertIcon className="size-10" />}
			title={t("forbidden.title")}
			text={t("forbidden.text")}
		/>
	);
}
