import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/shared/ui/button-style";

/** Tries what failed again; nothing where that would not help. */
export function RetryButton({ onPress }: { onPress: (() => void) | null }) {
	const { t } = useTranslation();
	if (!onPress) return null;
	return (
		<button type="button" className={buttonStyle("secondary", "", "tight")} onClick={onPress}>
			{t("action.retry")}
		</button>
	);
}
