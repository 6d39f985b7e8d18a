import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useRecent, useResult } from "~/features/self-check/queries";
import { ResultSkeleton } from "~/features/self-check/result-skeleton";
import { ResultView } from "~/features/self-check/result-view";
import { bundleKo } from "~/i18n/i18n";
import { isStatus } from "~/lib/api/problem";
import ko from "~/locales/ko/selfCheck.json";
import tongue from "~/locales/ko/tongue.json";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { TongueIcon } from "~/ui/icons";
import { LoadProblem } from "~/ui/load-problem";
import { MessageScreen } from "~/ui/message-screen";

bundleKo("selfCheck", ko);
bundleKo("tongue", tongue);

export default function SelfCheckResult() {
	const id = Number(useParams().id);
	return Number.isSafeInteger(id) && id > 0 ? <Result key={id} id={id} /> : <Missing />;
}

function Result({ id }: { id: number }) {
	const { tci, slow, error, refetch } = useResult(id);
	const recent = useRecent(tci && tci.status > 0 ? tci : undefined);
	if (tci) return <ResultView tci={tci} recent={recent} slow={slow} lost={error !== null} />;
	if (isStatus(error, 404)) return <Missing />;
	return error ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <ResultSkeleton />;
}

function Missing() {
	const { t } = useTranslation("selfCheck");
	return (
		<MessageScreen
			mark={<TongueIcon className="size-10" />}
			title={t("missing.title")}
			text={t("missing.text")}
		>
			<Link to={pathTo("selfCheckHistory")} className={buttonStyle()}>
				{t("pending.history")}
			</Link>
			<Link to={pathTo("home")} className={buttonStyle("quiet")}>
				{t("action.home", { ns: "common" })}
			</Link>
		</MessageScreen>
	);
}
