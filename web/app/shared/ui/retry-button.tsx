import { useTranslation } from "react-i18next";
import { buttonStyle } from "./button-style";

export function RetryButton({ onPress }: { onPress: () => void }) {
	const { t } = useTranslation();
	return (
		<button type="button" className={buttonStyle("secondary", "", "tight")} onClick={onPress}>
			{t("action.retry")}
		</button>
	);
}
