import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useTenantKind } from "~/shared/lib/tenant";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { AlertIcon } from "~/shared/ui/icons";
import { TongueMark } from "~/shared/ui/tongue-mark";

/** Shown for unknown paths. Home may belong to another application. */
export function NotFound() {
	const { t } = useTranslation();
	const isHotel = useTenantKind() === "hotel";
	return (
		<EmptyState
			mark={isHotel ? <AlertIcon className="size-11" /> : <TongueMark className="h-12" />}
			title={t("notFound.title")}
			text={t("notFound.text")}
		>
			<Link to={href("/")} reloadDocument className={buttonStyle()}>
				{t("action.home")}
			</Link>
			{isHotel ? null : (
				<Link to={href("/self-check")} reloadDocument className={buttonStyle("quiet")}>
					{t("action.selfCheck")}
				</Link>
			)}
		</EmptyState>
	);
}

/** Shown for unknown paths when there is no layout around it. */
export function NotFoundScreen() {
	return (
		<main className="mx-auto max-w-[560px] px-5">
			<NotFound />
		</main>
	);
}
