import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";

interface Props<Data> {
	query: {
		data: Data | undefined;
		error: unknown;
		fetchStatus: "fetching" | "paused" | "idle";
		refetch: () => Promise<unknown>;
	};
	/** Class names of the skeleton. */
	skeleton?: string;
	children: (data: Data) => ReactNode;
}

/** Renders a query's data, a skeleton while it loads, or a text if it failed or the network is missing. */
export function QueryState<Data>({ query, skeleton = "h-48 rounded-card", children }: Props<Data>) {
	const { t } = useTranslation("ops");
	const { data, error, fetchStatus } = query;
	const failed = error ? (
		<Notice
			tone="danger"
			title={t(data === undefined ? "load.failed" : "load.stale")}
			action={
				<Button tone="secondary" onPress={() => void query.refetch()}>
					{t("action.retry", { ns: "common" })}
				</Button>
			}
		>
			{problemText(error)}
		</Notice>
	) : null;
	if (data !== undefined) {
		return (
			<>
				{failed}
				{children(data)}
			</>
		);
	}
	if (failed) return failed;
	if (fetchStatus === "paused") return <Notice tone="warning">{t("load.offline")}</Notice>;
	return (
		<div aria-busy="true">
			<p className="sr-only">{t("state.loading", { ns: "common" })}</p>
			<Skeleton className={skeleton} />
		</div>
	);
}
