import { useDeferredValue, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useParams } from "react-router";
import { forgetEarlyPhoto } from "~/domain/tongue/early-photo";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/selfCheck.json";
import tongue from "~/locales/ko/tongue.json";
import { useRecent, useResult } from "~/patient/features/self-check/queries";
import { ResultSection } from "~/patient/features/self-check/result-section";
import { ResultSkeleton } from "~/patient/features/self-check/result-skeleton";
import { isStatus } from "~/shared/api/problem";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { ErrorState } from "~/shared/ui/error-state";
import { TongueIcon } from "~/shared/ui/icons";

bundleKo("selfCheck", ko);
bundleKo("tongue", tongue);

export const handle: RouteHandle = { back: "/self-check", title: "selfCheckResult", isTitleShown: true };

export default function SelfCheckResult() {
	const id = Number(useParams().id);
	return Number.isSafeInteger(id) && id > 0 ? <Result key={id} id={id} /> : <ResultNotFound />;
}

function Result({ id }: { id: number }) {
	useEffect(() => forgetEarlyPhoto, []);
	const { tci, slow, error, refetch } = useResult(id);
	const recent = useRecent(tci && tci.status > 0 ? tci : undefined);
	// A query's update renders in one task; the deferred one is interrupted for presses and scrolling.
	const shown = useDeferredValue(tci);
	if (shown)
		return <ResultSection tci={shown} recent={recent} slow={slow} isConnectionLost={error !== null} />;
	if (isStatus(error, 404)) return <ResultNotFound />;
	return error && !tci ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ResultSkeleton />;
}

function ResultNotFound() {
	const { t } = useTranslation("selfCheck");
	return (
		<EmptyState mark={<TongueIcon className="size-10" />} title={t("missing.title")} text={t("missing.text")}>
			<Link to={href("/records")} className={buttonStyle()}>
				{t("pending.history")}
			</Link>
			<Link to={href("/")} className={buttonStyle("quiet")}>
				{t("action.home", { ns: "common" })}
			</Link>
		</EmptyState>
	);
}
