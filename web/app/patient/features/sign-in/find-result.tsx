import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { withRedirect } from "~/shared/lib/redirect";
import { useRedirect } from "~/shared/lib/use-redirect";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { Dialog } from "~/shared/ui/dialog";
import type { RecoveryTarget } from "./find-form";
import type { Way } from "./find-way";

interface Props {
	wanted: RecoveryTarget;
	way: Way;
	result: "sent" | "missing";
	onClose: () => void;
}

/** The result of the request. */
export function FindResult({ wanted, way, result, onClose }: Props) {
	const { t } = useTranslation("auth");
	const redirect = useRedirect();
	if (result === "missing") {
		return (
			<Dialog title={t("find.missingTitle")} onClose={onClose}>
				<p className="mt-2">{t(way === "email" ? "find.emailMissing" : "find.phoneMissing")}</p>
				{wanted === "password" ? <p className="mt-1 text-ink-600">{t("find.idHint")}</p> : null}
				<Button onPress={onClose} className="mt-6 w-full">
					{t("find.confirm")}
				</Button>
			</Dialog>
		);
	}
	return (
		<Dialog title={t("find.sentTitle")} onClose={onClose}>
			<p className="mt-2">{t(way === "email" ? "find.emailSent" : "find.phoneSent")}</p>
			<p className="mt-1 text-meta text-ink-600">{t(way === "email" ? "find.mailHint" : "find.phoneHint")}</p>
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
