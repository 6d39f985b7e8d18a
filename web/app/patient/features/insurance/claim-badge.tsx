import { useTranslation } from "react-i18next";
import { CLAIM_TINTS, claimStateOf } from "~/domain/claim/states";
import { Badge } from "~/shared/ui/badge";

/** The status of a claim. */
export function ClaimBadge({ status }: { status: number }) {
	const { t } = useTranslation("insurance");
	const state = claimStateOf(status);
	return <Badge tint={CLAIM_TINTS[state]}>{t(`state.${state}`)}</Badge>;
}
