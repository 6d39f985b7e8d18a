import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localDate } from "~/lib/format";
import { DOCUMENTS } from "~/lib/insurance/states";
import type { Claim } from "~/lib/insurance/types";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { download } from "./download";
import { problemText } from "./problem-text";

/** The documents that were asked for; once they are released, each to be saved. */
export function PapersCard({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const { documents, options } = claim;
	const until = claim.status === 2 ? claim.downloadableUntil : null;
	const isOver = until !== null && Date.parse(until) <= Date.now();
	const extras = (["doctorSignature", "registeredMail", "forwarding"] as const).filter(
		(each) => options[each],
	);
	return (
		<section aria-labelledby="papers" className="card">
			<h2 id="papers" className="text-header">
				{t("papers.title")}
			</h2>
			<ul className="mt-2 divide-y divide-line">
				{documents.map(({ code, name }) => (
					<Paper key={code} claim={claim} code={code} name={name} isReleased={until !== null && !isOver} />
				))}
			</ul>
			{until && documents.length > 0 ? (
				<p className="mt-2 text-meta text-ink-600">
					{isOver ? t("papers.over") : t("papers.until", { date: localDate(until) })}
				</p>
			) : null}
			{extras.length > 0 ? (
				<ul className="mt-3 flex flex-wrap gap-1.5">
					{extras.map((each) => (
						<li key={each} className="rounded-full bg-quiet px-3 py-1 text-meta">
							{t(`options.${each}.name`)}
						</li>
					))}
				</ul>
			) : null}
			{options.forwarding ? (
				<p className="mt-3 text-[14px] text-ink-600">
					{claim.forwarded
						? t("papers.forwarded", {
								insurer: options.forwardTo?.name ?? "",
								how: t(`papers.how.${claim.forwarded.method as "fax" | "email" | "post"}`),
								date: localDate(claim.forwarded.sentAt),
							})
						: t("papers.notForwarded")}
				</p>
			) : null}
			{options.registeredMail ? (
				<p className="mt-3 text-[14px]">
					{claim.trackingNumber ? (
						<>
							{t("papers.tracking")} <span className="number font-semibold">{claim.trackingNumber}</span>
						</>
					) : (
						<span className="text-ink-600">{t("papers.notSent")}</span>
					)}
				</p>
			) : null}
		</section>
	);
}

interface PaperProps {
	claim: Claim;
	code: string;
	name: string;
	isReleased: boolean;
}

function Paper({ claim, code, name, isReleased }: PaperProps) {
	const { t } = useTranslation("insurance");
	const known = DOCUMENTS.find((each) => each === code);
	const title = known ? t(`document.${known}.name`) : name;
	const save = useMutation({ mutationFn: () => download(claim.id, code, `${title}.pdf`) });
	return (
		<li className="py-2.5">
			<div className="flex min-h-11 items-center justify-between gap-3">
				<span className="min-w-0 font-medium">{title}</span>
				{isReleased ? (
					<Button
						tone="secondary"
						className="min-h-11! shrink-0"
						isPending={save.isPending}
						onPress={() => save.mutate()}
					>
						{t("papers.save")}
						<span className="sr-only"> {title}</span>
					</Button>
				) : (
					<span className="shrink-0 text-meta text-ink-600">{t("papers.notYet")}</span>
				)}
			</div>
			{save.error ? (
				<div className="mt-1.5">
					<Notice tone="danger">{problemText(t, save.error)}</Notice>
				</div>
			) : null}
		</li>
	);
}
