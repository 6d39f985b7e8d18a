import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/ui/button-style";
import { AlertIcon } from "~/ui/icons";
import { MessageScreen } from "~/ui/message-screen";

/** Something broke in the app itself. */
export function CrashScreen() {
	const { t } = useTranslation();
	return (
		<main className="mx-auto max-w-[560px] px-5">
			<MessageScreen mark={<AlertIcon className="size-10" />} title={t("crash.title")} text={t("crash.text")}>
				<button type="button" className={buttonStyle()} onClick={() => location.reload()}>
					{t("action.reload")}
				</button>
				<a href="/" className={buttonStyle("quiet")}>
					{t("action.home")}
				</a>
			</MessageScreen>
		</main>
	);
}
