import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { CheckboxCard } from "~/shared/ui/checkbox-card";
import type { ApplyConsent } from "./queries";

interface Props {
	kind: ApplyConsent;
	/** Name of the recipient of the data. */
	recipient: string;
	checked: boolean;
	/** Whether it was unchecked when the form was submitted. */
	missing: boolean;
	onChange: (checked: boolean) => void;
}

const DETAILS = ["what", "why", "long"] as const;

/** A separate checkbox for one consent: to process health data, or to provide the data to this clinic. */
export function ConsentBox({ kind, recipient, checked, missing, onChange }: Props) {
	const { t } = useTranslation("tci");
	return (
		<CheckboxCard
			checked={checked}
			title={t(`consent.${kind}.agree`, { recipient })}
			error={missing ? t("consent.missing") : undefined}
			onChange={onChange}
		>
			<dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
				{DETAILS.map((each) => (
					<div key={each} className="contents">
						<dt>{t(`consent.${each}`)}</dt>
						<dd>{t(`consent.${kind}.${each}`)}</dd>
					</div>
				))}
			</dl>
			<p className="mt-2">
				{t("consent.refuse")}{" "}
				<Link to={href("/privacy")} className="text-green-700 underline">
					{t("consent.more")}
				</Link>
			</p>
		</CheckboxCard>
	);
}
