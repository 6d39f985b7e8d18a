import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { digitsOfWon } from "~/lib/insurance/money";
import type { Claim } from "~/lib/insurance/types";
import { useSession } from "~/lib/session";
import { choiceMade } from "./claim-body";
import { notePayment } from "./claim-draft";
import { completeOf } from "./mobile-return";
import { PayPart } from "./pay-part";
import { useLocalClaims, useQuote } from "./queries";

/** Pays for a claim that was handed in without. */
export function PayClaim({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const { patient } = useSession();
	const navigate = useNavigate();
	const local = useLocalClaims();
	const quote = useQuote(choiceMade(claim)).data?.quote;
	return (
		<PayPart
			label={quote ? t("pay.do", { amount: digitsOfWon(quote.total) }) : t("pay.plain")}
			purchased={() => ({ insuranceId: claim.id })}
			onOrdered={(oid) => patient && notePayment(patient.id, oid, claim.id)}
			onPaid={(oid) => {
				local.take({ ...claim, needToPayment: false });
				void navigate(completeOf(oid));
			}}
		/>
	);
}
