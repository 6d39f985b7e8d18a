import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { isStatus } from "~/lib/api/problem";
import { idOf } from "~/lib/format";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { AlertIcon } from "~/ui/icons";
import { LoadProblem } from "~/ui/load-problem";
import { MessageScreen } from "~/ui/message-screen";
import { Notice } from "~/ui/notice";
import { Skeleton } from "~/ui/skeleton";
import { ClaimView } from "./claim-view";
import { useClaim } from "./queries";

const MAX_MESSAGE_LENGTH = 200;

export function DetailPage() {
	const id = idOf(useParams().id);
	return id === null ? <Missing /> : <Detail key={id} id={id} />;
}

function Detail({ id }: { id: number }) {
	const { t } = useTranslation("insurance");
	const [query] = useSearchParams();
	const { data, error, refetch } = useClaim(id);
	const msg = query.get("msg")?.slice(0, MAX_MESSAGE_LENGTH);
	if (isStatus(error, 404)) return <Missing />;
	if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
	if (!data) {
		return (
			<div aria-busy="true" className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-1">
				<h1 className="text-title">{t("detail.title")}</h1>
				<Skeleton className="h-36 rounded-card" />
				<Skeleton className="h-36 rounded-card" />
			</div>
		);
	}
	// How an attempt to pay ended says nothing once it is paid.
	const toPay = data.insuranceClaim.needToPayment;
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5">
			{toPay && msg ? (
				<Notice tone="danger" title={t("pay.failed")}>
					{msg}
				</Notice>
			) : null}
			{toPay && query.has("canceled") ? <Notice tone="info">{t("pay.canceledText")}</Notice> : null}
			<ClaimView claim={data.insuranceClaim} />
		</div>
	);
}

function Missing() {
	const { t } = useTranslation("insurance");
	return (
		<MessageScreen
			mark={<AlertIcon className="size-10" />}
			title={t("missing.title")}
			text={t("missing.text")}
		>
			<Link to={pathTo("insuranceHistory")} className={buttonStyle()}>
				{t("complete.history")}
			</Link>
			<Link to={pathTo("home")} className={buttonStyle("quiet")}>
				{t("action.home", { ns: "common" })}
			</Link>
		</MessageScreen>
	);
}
