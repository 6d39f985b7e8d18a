import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { isMissingCode, reloadForCode } from "~/shared/lib/missing-code";
import { page } from "~/shared/lib/page";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { AlertIcon } from "~/shared/ui/icons";

interface Props {
	/** Path of the application's first screen. */
	home?: string;
}

/** Shown when a screen failed or its code could not be loaded. The layout around it stays. */
export function ScreenCrash({ home = "/" }: Props) {
	const { t } = useTranslation();
	const isMissing = isMissingCode(useRouteError());
	const [isReloading, setReloading] = useState(isMissing);
	useEffect(() => {
		if (isMissing) setReloading(reloadForCode(Date.now()));
	}, [isMissing]);
	if (isReloading) return <div aria-busy="true" className="min-h-[62dvh]" />;
	const prefix = isMissing ? "missingCode" : "crash";
	return (
		<EmptyState
			mark={<AlertIcon className="size-10" />}
			title={t(`${prefix}.title`)}
			text={t(`${prefix}.text`)}
		>
			<button type="button" className={buttonStyle()} onClick={page.reload}>
				{t("action.reload")}
			</button>
			<a href={home} className={buttonStyle("quiet")}>
				{t("action.home")}
			</a>
		</EmptyState>
	);
}

/** Shown when there is no layout around it. */
export function CrashPage({ home }: Props) {
	return (
		<main id="main" className="mx-auto max-w-[560px] px-5">
			<ScreenCrash home={home} />
		</main>
	);
}
