import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { HistoryList } from "~/features/self-check/history-list";
import { useHistory } from "~/features/self-check/queries";
import { TrendChart, trendOf } from "~/features/self-check/trend-chart";
import { bundleKo } from "~/i18n/i18n";
import { usePersonInAddress, withPerson } from "~/lib/people";
import ko from "~/locales/ko/selfCheck.json";
import tongue from "~/locales/ko/tongue.json";
import { pathTo } from "~/route-table";
import { Button } from "~/ui/button";
import { buttonStyle } from "~/ui/button-style";
import { TongueIcon } from "~/ui/icons";
import { LoadProblem } from "~/ui/load-problem";
import { MessageScreen } from "~/ui/message-screen";
import { FamilySwitch } from "~/ui/person-switch";
import { Skeleton } from "~/ui/skeleton";
import { CameraIcon } from "~/ui/tool-icons";

bundleKo("selfCheck", ko);
bundleKo("tongue", tongue);

const MAX_POINTS = 50;

export default function SelfCheckHistory() {
	const { t } = useTranslation("selfCheck");
	const [personId] = usePersonInAddress();
	const history = useHistory(personId);
	const checks = history.data?.pages.flatMap((page) => page.tcis);
	if (!checks) {
		return history.error ? (
			<LoadProblem error={history.error} onRetry={() => void history.refetch()} />
		) : (
			<Frame>
				<Skeleton className="h-56 rounded-card" />
				<Skeleton className="h-20 rounded-card" />
				<Skeleton className="h-20 rounded-card" />
			</Frame>
		);
	}
	if (checks.length === 0) return <Empty personId={personId} />;
	return (
		<Frame>
			<TrendChart points={trendOf(checks).slice(-MAX_POINTS)} />
			<HistoryList checks={checks} />
			{history.hasNextPage ? (
				<Button
					tone="secondary"
					isPending={history.isFetchingNextPage}
					onPress={() => void history.fetchNextPage()}
				>
					{t("history.more")}
				</Button>
			) : null}
			<Link to={withPerson(pathTo("selfCheck"), personId)} className={buttonStyle("primary", "mt-2 w-full")}>
				<CameraIcon />
				{t("history.new")}
			</Link>
		</Frame>
	);
}

function Frame({ children }: { children: ReactNode }) {
	const { t } = useTranslation("selfCheck");
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<h1 className="text-title">{t("history.title")}</h1>
			<FamilySwitch label="switch" />
			{children}
		</div>
	);
}

function Empty({ personId }: { personId: number | null }) {
	const { t } = useTranslation("selfCheck");
	return (
		<>
			<div className="mx-auto max-w-[560px] pt-2">
				<FamilySwitch label="switch" />
			</div>
			<MessageScreen
				mark={<TongueIcon className="size-10" />}
				title={t("history.empty")}
				text={t("history.emptyText")}
			>
				<Link to={withPerson(pathTo("selfCheck"), personId)} className={buttonStyle()}>
					{t("history.start")}
				</Link>
			</MessageScreen>
		</>
	);
}
