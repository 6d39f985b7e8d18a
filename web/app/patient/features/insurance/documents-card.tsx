import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { DOCUMENTS } from "~/domain/claim/states";
import type { Claim } from "~/domain/claim/types";
import { problemText } from "~/shared/api/problem-text";
import { koreanDate } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { OtherBrowserNotice } from "~/shared/ui/other-browser-notice";
import { download } from "./download";

/** The requested documents, with downloads once they are released. */
export function DocumentsCard({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const { documents, options } = claim;
	const until = claim.status === 2 ? claim.downloadableUntil : null;
	const isOver = until !== null && Date.parse(until) <= Date.now();
	const isReleased = until !== null && !isOver;
	if (documents.length === 0) return null;
	return (
		<section aria-labelledby="documents" className="card">
			<h2 id="documents" className="text-header">
				{t("documents.title")}
			</h2>
			{until ? (
				<p className="mt-1 text-meta text-ink-600">
					{isOver ? t("documents.over") : t("documents.until", { date: koreanDate(until) })}
				</p>
			) : null}
			<ul className="mt-1 -mb-2 divide-y divide-line">
				{documents.map(({ code, name }) => (
					<DocumentRow key={code} claimId={claim.id} code={code} name={name} isReleased={isReleased} />
				))}
			</ul>
			{isReleased ? <OtherBrowserNotice reason="download" /> : null}
			{options.doctorSignature ? (
				<p className="mt-2 text-meta text-ink-600">{t("documents.signed")}</p>
			) : null}
		</section>
	);
}

interface RowProps {
	claimId: number;
	code: string;
	name: string;
	isReleased: boolean;
}

function DocumentRow({ claimId, code, name, isReleased }: RowProps) {
	const { t } = useTranslation("insurance");
	const known = DOCUMENTS.find((each) => each === code);
	const title = known ? t(`document.${known}.name`) : name;
	const save = useMutation({ mutationFn: () => download(claimId, code) });
	return (
		<li className="py-2">
			<div className="flex min-h-12 items-center justify-between gap-3">
				<span className="min-w-0 font-medium">{title}</span>
				{isReleased ? (
					<Button className="shrink-0" isPending={save.isPending} onPress={() => save.mutate()}>
						{t("documents.save")}
						<span className="sr-only"> {title}</span>
					</Button>
				) : (
					<span className="shrink-0 text-meta text-ink-600">{t("documents.notYet")}</span>
				)}
			</div>
			{save.error ? (
				<div className="mt-1.5">
					<Notice tone="danger">{problemText(save.error)}</Notice>
				</div>
			) : null}
		</li>
	);
}
