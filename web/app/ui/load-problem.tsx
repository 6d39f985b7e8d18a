import { useTranslation } from "react-i18next";
import { isProblem } from "~/lib/api/problem";
import { buttonStyle } from "./button-style";
import { OfflineIcon } from "./icons";
import { MessageScreen } from "./message-screen";

interface Props {
	error: unknown;
	onRetry: () => void;
}

/** Something could not be loaded: why, and a way to try again. */
export function LoadProblem({ error, onRetry }: Props) {
	const { t } = useTranslation();
	const text = isProblem(error) ? error.detail || error.title : t("error.unreachable");
	return (
		<MessageScreen mark={<OfflineIcon className="size-10" />} title={t("error.title")} text={text}>
			<button type="button" className={buttonStyle()} onClick={onRetry}>
				{t("action.retry")}
			</button>
		</MessageScreen>
	);
}
