import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { feesToday } from "~/domain/claim/fees";
import { formatAmount } from "~/domain/claim/money";
import { DOCUMENTS } from "~/domain/claim/states";
import type { ClaimChoice, DocumentCode } from "~/domain/claim/types";
import { CheckboxCard } from "~/shared/ui/checkbox-card";
import { ErrorNotice } from "~/shared/ui/error-notice";
import type { useOffers } from "./queries";

interface Props {
	choice: ClaimChoice;
	/** The clinic's offers. */
	offers: ReturnType<typeof useOffers>;
	isSubmitted: boolean;
	onChange: (change: Partial<ClaimChoice>) => void;
}

const OPTIONS = ["doctorSignature", "registeredMail", "forwarding"] as const;
type Option = (typeof OPTIONS)[number];

const { certificate, signedCertificate, registeredMail, forwarding } = feesToday().prices;
/** The price of a document including VAT. */
const documentPrice = (isSigned: boolean) => (isSigned ? signedCertificate : certificate).gross;
/** The price of an option; null if it depends on the documents. */
const PRICES: Record<Option, number | null> = {
	doctorSignature: null,
	registeredMail: registeredMail.gross,
	forwarding: forwarding.gross,
};

/** The choice of documents and options. A resend repeats the issued documents, so nothing can be chosen. */
export function OptionsSection({ choice, offers, isSubmitted, onChange }: Props) {
	const { t } = useTranslation("insurance");
	const { kind } = choice;
	const available = offers.data?.options;
	// Deselects options that the clinic no longer offers.
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once the offers are known
	useEffect(() => {
		if (!available || kind === "resend" || kind === "forward") return;
		const gone = OPTIONS.filter((each) => choice[each] && !available[each]);
		if (gone.length > 0) onChange(Object.fromEntries(gone.map((each) => [each, false])));
	}, [available]);
	if (kind === "resend" || kind === "forward") {
		return <p className="rounded-[16px] bg-mint-50 p-4">{t(`options.${kind}`)}</p>;
	}
	const offered = OPTIONS.filter((each) => available?.[each]);
	return (
		<>
			<DocumentChoice choice={choice} isSubmitted={isSubmitted} onChange={onChange} />
			{offers.error && !available ? (
				<ErrorNotice error={offers.error} onRetry={() => void offers.refetch()} />
			) : null}
			{offered.length > 0 ? (
				<section aria-labelledby="options" className="flex flex-col gap-2.5">
					<h2 id="options" className="text-header">
						{t("options.title")}
					</h2>
					{offered.map((each) => (
						<CheckboxCard
							key={each}
							checked={choice[each]}
							title={<PriceLabel name={t(`options.${each}.name`)} price={PRICES[each]} isAdditional />}
							onChange={(wanted) => onChange({ [each]: wanted })}
						>
							{t(`options.${each}.text`, {
								price: t("won", { amount: formatAmount(signedCertificate.gross) }),
							})}
						</CheckboxCard>
					))}
				</section>
			) : null}
		</>
	);
}

function DocumentChoice({ choice, isSubmitted, onChange }: Omit<Props, "offers">) {
	const { t } = useTranslation("insurance");
	const { documents } = choice;
	const toggle = (code: DocumentCode, wanted: boolean) =>
		onChange({ documents: DOCUMENTS.filter((each) => (each === code ? wanted : documents.includes(each))) });
	const isMissing = isSubmitted && documents.length === 0;
	return (
		<section aria-labelledby="documents" className="flex flex-col gap-2.5">
			<h2 id="documents" className="text-header">
				{t("options.documents")}
			</h2>
			{DOCUMENTS.map((code, at) => (
				<CheckboxCard
					key={code}
					checked={documents.includes(code)}
					error={isMissing && at === 0 ? t("error.documents") : undefined}
					title={
						<PriceLabel name={t(`document.${code}.name`)} price={documentPrice(choice.doctorSignature)} />
					}
					onChange={(wanted) => toggle(code, wanted)}
				>
					{t(`document.${code}.text`)}
				</CheckboxCard>
			))}
		</section>
	);
}

interface PricedProps {
	name: string;
	price: number | null;
	/** The price is added to that of the documents. */
	isAdditional?: boolean;
}

/** A name with its price, shown before it is checked. */
function PriceLabel({ name, price, isAdditional }: PricedProps) {
	const { t } = useTranslation("insurance");
	return (
		<span className="flex items-baseline justify-between gap-3">
			<span>{name}</span>
			{price === null ? null : (
				<>
					{" "}
					<span className="number shrink-0 text-[14px] text-green-700">
						{isAdditional ? "+" : ""}
						{t("won", { amount: formatAmount(price) })}
					</span>
				</>
			)}
		</span>
	);
}
