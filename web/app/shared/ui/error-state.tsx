import { useTranslation } from "react-i18next";
import { isProblem } from "~/shared/api/problem";
import { buttonStyle } from "./button-style";
import { EmptyState } from "./empty-state";
import { OfflineIcon } from "./icons";

interface Props {
	error: unknown;
	onRetry: () => void;
}

/** Something could not be loaded: why, and a way to try again. */
export function ErrorState({ error, onRetry }: Props) {
	const { t } = useTranslation();
	const text = isProblem(error) ? error.detail || error.title : t("error.unreachable");
	return (
		<EmptyState mark={<OfflineIcon className="size-10" />} title={t("error.title")} text={text}>
			<button type="button" className={buttonStyle()} onClick={onRetry}>
				{t("action.retry")}
			</button>
		</EmptyState>
	);
}
