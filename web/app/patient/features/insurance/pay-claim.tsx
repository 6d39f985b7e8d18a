import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formatAmount } from "~/domain/claim/money";
import type { Claim } from "~/domain/claim/types";
import { useSession } from "~/patient/session/session";
import { randomKey } from "~/shared/lib/random-key";
import { choiceOfClaim } from "./claim-body";
import { dropOrder, notePayment, openOrderOf } from "./claim-draft";
import { completeOf } from "./mobile-return";
import { PaySection } from "./pay-section";
import { useQuote } from "./queries";

/** Pays for a claim that was submitted without payment. */
export function PayClaim({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const { patient } = useSession();
	const navigate = useNavigate();
	const quote = useQuote(choiceOfClaim(claim)).data?.quote;
	const [open] = useState(() => (patient ? openOrderOf(patient.id, claim.id) : null));
	const [orderKey, setOrderKey] = useState(randomKey);
	return (
		<PaySection
			label={quote ? t("pay.do", { amount: formatAmount(quote.total) }) : t("pay.plain")}
			open={open}
			orderKey={orderKey}
			getPurchaseItem={() => ({ insuranceId: claim.id })}
			onOrdered={(oid) => patient && notePayment(patient.id, oid, claim.id)}
			onPaid={(oid) => void navigate(completeOf(oid))}
			onEnded={(oid) => {
				dropOrder(oid);
				setOrderKey(randomKey());
			}}
		/>
	);
}
