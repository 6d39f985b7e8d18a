import { useTranslation } from "react-i18next";
import fees from "~/lib/insurance/fees.json";
import { digitsOfWon } from "~/lib/insurance/money";
import { DOCUMENTS } from "~/lib/insurance/states";
import type { ClaimChoice, DocumentCode } from "~/lib/insurance/types";
import { CheckCard } from "~/ui/check-card";

interface Props {
	choice: ClaimChoice;
	/** Whether the clinic stored a seal and so can sign. */
	isSigning: boolean;
	isTried: boolean;
	onChange: (change: Partial<ClaimChoice>) => void;
}

const OPTIONS = ["doctorSignature", "registeredMail", "forwarding"] as const;
type Option = (typeof OPTIONS)[number];

/** What an option costs with its VAT, from the table of the terms. */
const PRICES: Record<Option, number> = {
	doctorSignature: fees.prices.signedCertificate.gross,
	registeredMail: fees.prices.registeredMail.gross,
	forwarding: fees.prices.forwarding.gross,
};

/** Which documents, and what goes with them. Papers sent once more are the ones issued: there is nothing to choose. */
export function OptionsPart({ choice, isSigning, isTried, onChange }: Props) {
	const { t } = useTranslation("insurance");
	const { documents, kind } = choice;
	if (kind === "resend" || kind === "forward") {
		return <p className="rounded-[16px] bg-mint-50 p-4">{t(`options.${kind}`)}</p>;
	}
	const toggle = (code: DocumentCode, wanted: boolean) =>
		onChange({ documents: DOCUMENTS.filter((each) => (each === code ? wanted : documents.includes(each))) });
	const isMissing = isTried && documents.length === 0;
	return (
		<>
			<section aria-labelledby="documents" className="flex flex-col gap-2.5">
				<h2 id="documents" className="text-header">
					{t("options.documents")}
				</h2>
				{DOCUMENTS.map((code) => (
					<CheckCard
						key={code}
						checked={documents.includes(code)}
						title={t(`document.${code}.name`)}
						onChange={(wanted) => toggle(code, wanted)}
					>
						{t(`document.${code}.text`)}
					</CheckCard>
				))}
				{isMissing ? (
					<p role="alert" className="text-meta text-danger">
						{t("error.documents")}
					</p>
				) : null}
			</section>
			<section aria-labelledby="options" className="flex flex-col gap-2.5">
				<h2 id="options" className="text-header">
					{t("options.title")}
				</h2>
				{OPTIONS.filter((each) => isSigning || each !== "doctorSignature").map((each) => (
					<CheckCard
						key={each}
						checked={choice[each]}
						title={t(`options.${each}.name`)}
						onChange={(wanted) => onChange({ [each]: wanted })}
					>
						{t(`options.${each}.text`, { price: t("won", { amount: digitsOfWon(PRICES[each]) }) })}
					</CheckCard>
				))}
			</section>
		</>
	);
}
