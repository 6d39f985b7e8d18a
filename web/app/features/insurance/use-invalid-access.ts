import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { pathTo } from "~/route-table";

/** A payment page that nobody was on the way to: says so, and leads to the wizard. */
export function useInvalidAccess(isInvalid: boolean): void {
	const { t } = useTranslation("insurance");
	const navigate = useNavigate();
	// biome-ignore lint/correctness/useExhaustiveDependencies: said once
	useEffect(() => {
		if (!isInvalid) return;
		window.alert(t("invalidAccess"));
		void navigate(pathTo("applyInsurance"), { replace: true });
	}, [isInvalid]);
}
