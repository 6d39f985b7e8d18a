import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { $api } from "~/patient/api";
import { problemText } from "~/shared/api/problem-text";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { EndingsList, hasEndings } from "./endings-list";

/** What account deletion cancels and refunds, shown beforehand. */
export function LeavingCard() {
	const { t } = useTranslation("privacy");
	const { data, error } = useQuery({ ...$api.queryOptions("get", "/patients/me/leaving"), staleTime: 0 });
	const isOpen = data && hasEndings(data);
	return (
		<section aria-labelledby="endings" className="card">
			<h2 id="endings" className="text-header">
				{t("leave.endings")}
			</h2>
			{isOpen ? <EndingsList endings={data} isDeletion /> : null}
			{data && !isOpen ? <p className="mt-2 text-ink-600">{t("leave.nothingOpen")}</p> : null}
			{!data && !error ? <Skeleton className="mt-2 h-12 rounded-[16px]" /> : null}
			{error && !data ? (
				<div className="mt-2">
					<Notice tone="danger">{problemText(error)}</Notice>
				</div>
			) : null}
		</section>
	);
}
