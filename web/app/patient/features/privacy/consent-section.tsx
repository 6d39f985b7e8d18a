import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { koreanDate } from "~/shared/lib/format";
import { Badge } from "~/shared/ui/badge";
import { type ConsentState, recipientKey } from "./consents";

const TEXTS = { terms: href("/terms"), privacy: href("/privacy"), health: `${href("/privacy")}#health` };

/** One consent: its purpose, since when it is given, and its actions. */
export function ConsentSection({ state, children }: { state: ConsentState; children?: ReactNode }) {
	const { t } = useTranslation("privacy");
	const { kind, recipient, current, earlier } = state;
	const id = `consent-${kind}-${recipientKey(recipient)}`;
	const needed = kind === "terms" || kind === "privacy" || kind === "age14";
	return (
		<section aria-labelledby={id} className="card">
			<div className="flex items-start justify-between gap-3">
				<h2 id={id} className="text-header">
					{t(`consent.${kind}.title`)}
					<span className="ml-1.5 text-meta font-normal text-ink-600">
						({t(needed ? "consent.needed" : "consent.free")})
					</span>
				</h2>
				<span className="mt-px shrink-0">
					<Badge tint={current ? "success" : "quiet"}>
						{t(current ? "consent.given" : "consent.notGiven")}
					</Badge>
				</span>
			</div>
			<dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-[14px]">
				{recipient ? <DetailRow name={t("consent.recipient")}>{recipient.name}</DetailRow> : null}
				<DetailRow name={t("consent.what")}>{t(`consent.${kind}.what`)}</DetailRow>
				<DetailRow name={t("consent.why")}>{t(`consent.${kind}.why`)}</DetailRow>
				<DetailRow name={t("consent.long")}>{t(`consent.${kind}.long`)}</DetailRow>
				{current ? (
					<>
						<DetailRow name={t("consent.version")}>
							<Version kind={kind} version={current.version} />
						</DetailRow>
						<DetailRow name={t("consent.givenAt")}>
							<span className="number">{koreanDate(current.givenAt)}</span>
						</DetailRow>
					</>
				) : null}
			</dl>
			{earlier.length > 0 ? (
				<details className="mt-3 text-meta text-ink-600">
					<summary className="inline-flex min-h-12 items-center rounded-control underline">
						{t("consent.earlier")}
					</summary>
					<ul className="number mt-1 flex flex-col gap-1">
						{earlier.map((each) => (
							<li key={each.givenAt}>
								{t("consent.span", { from: koreanDate(each.givenAt), to: koreanDate(each.withdrawnAt) })}
							</li>
						))}
					</ul>
				</details>
			) : null}
			{children ? <div className="mt-4">{children}</div> : null}
		</section>
	);
}

/** The edition agreed to, as a link if the text has a page. */
function Version({ kind, version }: { kind: ConsentState["kind"]; version: string }) {
	const { t } = useTranslation("privacy");
	const label = t("consent.edition", { date: version });
	const to = kind in TEXTS ? TEXTS[kind as keyof typeof TEXTS] : null;
	if (!to) return <span className="number">{label}</span>;
	const [path, hash] = to.split("#");
	return (
		<Link
			to={{ pathname: path, search: `?version=${version}`, hash }}
			className="number inline-block py-1 text-green-700 underline underline-offset-2"
		>
			{label}
		</Link>
	);
}

function DetailRow({ name, children }: { name: string; children: ReactNode }) {
	return (
		<>
			<dt className="whitespace-nowrap text-ink-600">{name}</dt>
			<dd className="min-w-0">{children}</dd>
		</>
	);
}
