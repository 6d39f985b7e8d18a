import { useTranslation } from "react-i18next";
import { formatAmount } from "~/domain/claim/money";
import type { StaffClaim } from "~/domain/claim/types";
import { koreanDate } from "~/shared/lib/format";

/** The amount, state and date of a claim's refund; null without one. */
export function useRefundText({ payment }: StaffClaim): string | null {
	const { t } = useTranslation("claims");
	const refund = payment?.refund;
	if (!refund) return null;
	return t(`refund.${refund.state as "refunding" | "refunded"}`, {
		amount: t("won", { amount: formatAmount(refund.amount) }),
		date: koreanDate(refund.at),
	});
}
