import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useTenantKind } from "~/shared/lib/tenant";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { AlertIcon } from "~/shared/ui/icons";
import { TongueMark } from "~/shared/ui/tongue-mark";

/** No screen is at the address. Home may be a page of another application than this one. */
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

/** The same where no layout is around it. */
export function NotFoundScreen() {
	return (
		<main className="mx-auto max-w-[560px] px-5">
			<NotFound />
		</main>
	);
}
