import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pathTo } from "~/route-table";
import type { ApplyConsent } from "./queries";

interface Props {
	kind: ApplyConsent;
	/** Who receives the data. */
	recipient: string;
	checked: boolean;
	/** It was left open when the form was handed in. */
	missing: boolean;
	onChange: (checked: boolean) => void;
}

/** Asks, each apart from everything else, whether health data may be processed and whether this clinic may have the data. */
export function ConsentBox({ kind, recipient, checked, missing, onChange }: Props) {
	const { t } = useTranslation("tci");
	const facts = ["what", "why", "long"] as const;
	return (
		<section
			aria-labelledby={kind}
			className={`rounded-[18px] border p-4 ${missing ? "border-danger" : "border-line"} bg-white`}
		>
			<label className="flex min-h-8 cursor-pointer items-start gap-3">
				<input
					type="checkbox"
					checked={checked}
					aria-describedby={`${kind}-facts`}
					aria-invalid={missing || undefined}
					onChange={(event) => onChange(event.target.checked)}
					className="mt-0.5 size-5 shrink-0 accent-green-700"
				/>
				<span id={kind} className="font-semibold">
					{t(`consent.${kind}.agree`, { recipient })}
				</span>
			</label>
			<dl
				id={`${kind}-facts`}
				className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 pl-8 text-meta text-ink-600"
			>
				{facts.map((each) => (
					<div key={each} className="contents">
						<dt>{t(`consent.${each}`)}</dt>
						<dd>{t(`consent.${kind}.${each}`)}</dd>
					</div>
				))}
			</dl>
			<p className="mt-2 pl-8 text-meta text-ink-600">
				{t("consent.refuse")}{" "}
				<Link to={pathTo("privacy")} className="text-green-700 underline">
					{t("consent.more")}
				</Link>
			</p>
			{missing ? (
				<p role="alert" className="mt-2 pl-8 text-meta text-danger">
					{t("consent.missing")}
				</p>
			) : null}
		</section>
	);
}
