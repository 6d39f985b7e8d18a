import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { withRedirect } from "~/shared/lib/redirect";
import { useRedirect } from "~/shared/lib/use-redirect";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { Dialog } from "~/shared/ui/dialog";
import type { Channel } from "./channel-choice";
import type { RecoveryTarget } from "./find-form";

interface Props {
	target: RecoveryTarget;
	channel: Channel;
	result: "sent" | "missing";
	onClose: () => void;
}

export function FindResult({ target, channel, result, onClose }: Props) {
	const { t } = useTranslation("auth");
	const redirect = useRedirect();
	if (result === "missing") {
		return (
			<Dialog title={t("find.missingTitle")} onClose={onClose}>
				<p className="mt-2">{t(channel === "email" ? "find.emailMissing" : "find.phoneMissing")}</p>
				{target === "password" ? <p className="mt-1 text-ink-600">{t("find.idHint")}</p> : null}
				<Button onPress={onClose} className="mt-6 w-full">
					{t("find.confirm")}
				</Button>
			</Dialog>
		);
	}
	return (
		<Dialog title={t("find.sentTitle")} onClose={onClose}>
			<p className="mt-2">{t(channel === "email" ? "find.emailSent" : "find.phoneSent")}</p>
			<p className="mt-1 text-meta text-ink-600">
				{t(channel === "email" ? "find.mailHint" : "find.phoneHint")}
			</p>
			<div className="mt-6 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("find.confirm")}
				</Button>
				<Link to={withRedirect(href("/auth/signin"), redirect)} className={buttonStyle()}>
					{t("find.toSignIn")}
				</Link>
			</div>
		</Dialog>
	);
}
