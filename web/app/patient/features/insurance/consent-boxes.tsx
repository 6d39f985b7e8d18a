import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { CheckboxCard } from "~/shared/ui/checkbox-card";
import { nameOf, type RequiredConsent } from "./consents";

interface Props {
	consents: readonly RequiredConsent[];
	/** Names of the checked consents. */
	agreed: ReadonlySet<string>;
	/** Whether the step was submitted with a consent missing. */
	isSubmitted: boolean;
	onAgree: (name: string, agreed: boolean) => void;
}

const DETAILS = ["what", "why", "long"] as const;

/** Asks for each consent separately: which data, why, and for how long. */
export function ConsentBoxes({ consents, agreed, isSubmitted, onAgree }: Props) {
	const { t } = useTranslation("insurance");
	if (consents.length === 0) return null;
	return (
		<section aria-labelledby="consents" className="flex flex-col gap-2.5">
			<h2 id="consents" className="text-header">
				{t("consent.title")}
			</h2>
			{consents.map((each) => {
				const name = nameOf(each);
				const isOpen = isSubmitted && !agreed.has(name);
				return (
					<CheckboxCard
						key={name}
						checked={agreed.has(name)}
						title={t(`consent.${each.about}.agree`, { recipient: each.recipient?.name ?? "" })}
						error={isOpen ? t("consent.missing") : undefined}
						onChange={(checked) => onAgree(name, checked)}
					>
						<dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
							{DETAILS.map((detail) => (
								<div key={detail} className="contents">
									<dt>{t(`consent.${detail}`)}</dt>
									<dd>{t(`consent.${each.about}.${detail}`)}</dd>
								</div>
							))}
						</dl>
					</CheckboxCard>
				);
			})}
			<p className="text-meta text-ink-600">
				{t("consent.refuse")}{" "}
				<Link to={href("/privacy")} className="text-green-700 underline">
					{t("consent.more")}
				</Link>
			</p>
		</section>
	);
}
