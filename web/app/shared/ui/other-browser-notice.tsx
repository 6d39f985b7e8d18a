import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addressOutside, inAppBrowserOf } from "~/shared/lib/in-app-browser";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";
import { buttonStyle } from "./button-style";
import { Notice } from "./notice";

interface Props {
	/** What does not work in an in-app browser. */
	reason: "signIn" | "download";
}

/** In an in-app browser, explains what may not work and links to the phone's browser. Otherwise renders nothing. */
export function OtherBrowserNotice({ reason }: Props) {
	const { t } = useTranslation();
	const isHydrated = useHydrated();
	const app = isHydrated ? inAppBrowserOf(navigator.userAgent) : null;
	if (app === null) return null;
	const outside = addressOutside(navigator.userAgent, location.href);
	return (
		<Notice
			tone="info"
			action={
				outside ? (
					<a href={outside} className={buttonStyle("secondary", "w-full", "tight")}>
						{t("otherBrowser.open")}
					</a>
				) : (
					<CopyAddress />
				)
			}
		>
			{t(`otherBrowser.${reason}`, { app: t(`otherBrowser.app.${app}`) })}
			{outside ? null : ` ${t("otherBrowser.howTo")}`}
		</Notice>
	);
}

/** On an iPhone no app can open another browser, so the URL must be copied. */
function CopyAddress() {
	const { t } = useTranslation();
	const [copied, setCopied] = useState<boolean | null>(null);
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(location.href);
			setCopied(true);
		} catch {
			setCopied(false);
		}
	};
	return (
		<>
			<button
				type="button"
				onClick={() => void copy()}
				className={buttonStyle("secondary", "w-full", "tight")}
			>
				{t("otherBrowser.copy")}
			</button>
			{copied === null ? null : (
				<p role="status" className="mt-2 break-all">
					{copied ? t("otherBrowser.copied") : t("otherBrowser.byHand", { address: location.href })}
				</p>
			)}
		</>
	);
}
