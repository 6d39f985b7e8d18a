import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { problemText } from "~/shared/api/problem-text";
import type { TermsState } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import type { DocumentName } from "./editions";
import { useAgree } from "./terms-state-queries";

/** One text: the edition in effect, the edition agreed to, and the announced one. */
export function TermsStateCard({ name, state }: { name: DocumentName; state: TermsState }) {
	const { t } = useTranslation("legal");
	const agree = useAgree();
	const { current, upcoming, agreed, needsConsent } = state;
	const open = needsConsent ? current : upcoming && agreed !== upcoming.effective ? upcoming.effective : null;
	const failure = agree.error;
	return (
		<section aria-labelledby={`standing-${name}`} className="card flex flex-col gap-3">
			<h2 id={`standing-${name}`} className="text-header">
				{t(`standing.${name}`)}
			</h2>
			<dl className="number grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-0.5 text-[14px]">
				<dt className="text-ink-600">{t("standing.current")}</dt>
				<dd>
					<TextLink name={name} effective={current} />
				</dd>
				<dt className="text-ink-600">{t("standing.agreed")}</dt>
				<dd>{agreed ? <TextLink name={name} effective={agreed} /> : t("standing.none")}</dd>
			</dl>
			{needsConsent ? <Notice tone="warning">{t("standing.needed")}</Notice> : null}
			{upcoming ? (
				<Notice
					tone={upcoming.isDisadvantage ? "warning" : "info"}
					title={t("standing.upcoming", { date: upcoming.effective })}
					action={<TextLink name={name} effective={upcoming.effective} />}
				>
					{t(upcoming.isDisadvantage ? "standing.disadvantage" : "standing.ordinary")}
				</Notice>
			) : null}
			{failure ? <Notice tone="danger">{problemText(failure)}</Notice> : null}
			{open ? (
				<Button isPending={agree.isPending} onPress={() => agree.mutate({ document: name, effective: open })}>
					{t("standing.agree", { date: open })}
				</Button>
			) : null}
		</section>
	);
}

function TextLink({ name, effective }: { name: DocumentName; effective: string }) {
	const { t } = useTranslation("legal");
	return (
		<Link
			to={{ pathname: href(`/${name}`), search: `?version=${effective}` }}
			className="inline-flex min-h-8 items-center text-green-700 underline underline-offset-2"
		>
			{t("standing.read", { date: effective })}
		</Link>
	);
}
