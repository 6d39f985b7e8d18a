import { useTranslation } from "react-i18next";
import { DOCUMENTS } from "~/lib/insurance/states";
import type { ClaimChoice, DocumentCode } from "~/lib/insurance/types";
import { CheckCard } from "~/ui/check-card";

interface Props {
	choice: ClaimChoice;
	isTried: boolean;
	onChange: (change: Partial<ClaimChoice>) => void;
}

const OPTIONS = ["doctorSignature", "registeredMail", "forwarding"] as const;

/** Which documents, and what goes with them. Papers sent once more are the ones issued: there is nothing to choose. */
export function OptionsPart({ choice, isTried, onChange }: Props) {
	const { t } = useTranslation("insurance");
	const { documents, kind } = choice;
	if (kind === "resend") return <p className="rounded-[16px] bg-mint-50 p-4">{t("options.resend")}</p>;
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
				{OPTIONS.map((each) => {
					// Sending to another insurer is what such a claim is for.
					const isFixed = each === "forwarding" && kind === "forward";
					return (
						<CheckCard
							key={each}
							checked={choice[each]}
							title={t(`options.${each}.name`)}
							isDisabled={isFixed}
							onChange={(wanted) => onChange({ [each]: wanted })}
						>
							{t(`options.${each}.text`)}
						</CheckCard>
					);
				})}
			</section>
		</>
	);
}
