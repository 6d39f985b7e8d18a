import { useTranslation } from "react-i18next";
import { isProblem } from "~/shared/api/problem";
import { buttonStyle } from "./button-style";
import { EmptyState } from "./empty-state";
import { AlertIcon, OfflineIcon } from "./icons";

interface Props {
	error: unknown;
	onRetry: () => void;
}

/** Why something could not be loaded, with a retry button, or a link home if it does not exist. */
export function ErrorState({ error, onRetry }: Props) {
	const { t } = useTranslation();
	const hasResponse = isProblem(error);
	const Mark = hasResponse ? AlertIcon : OfflineIcon;
	return (
		<EmptyState
			mark={<Mark className="size-10" />}
			title={(hasResponse && error.title) || t("error.title")}
			text={hasResponse ? error.detail : t("error.unreachable")}
		>
			{hasResponse && error.code === "not_found" ? (
				<a href="/" className={buttonStyle()}>
					{t("action.home")}
				</a>
			) : (
				<button type="button" className={buttonStyle()} onClick={onRetry}>
					{t("action.retry")}
				</button>
			)}
		</EmptyState>
	);
}
