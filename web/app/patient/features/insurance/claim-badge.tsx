import { useTranslation } from "react-i18next";
import { CLAIM_TINTS, patientStateOf } from "~/domain/claim/states";
import type { Claim } from "~/domain/claim/types";
import { Badge } from "~/shared/ui/badge";

/** The status of a claim. */
export function ClaimBadge({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const state = patientStateOf(claim);
	return <Badge tint={CLAIM_TINTS[state]}>{t(`state.${state}`)}</Badge>;
}
