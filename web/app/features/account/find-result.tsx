import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { withRedirect } from "~/lib/redirect";
import { useRedirect } from "~/lib/use-redirect";
import { pathTo } from "~/route-table";
import { Button } from "~/ui/button";
import { buttonStyle } from "~/ui/button-style";
import { Sheet } from "~/ui/sheet";
import type { Wanted } from "./use-find";
import type { Way } from "./way-choice";

interface Props {
	wanted: Wanted;
	way: Way;
	result: "sent" | "missing";
	onClose: () => void;
}

/** What became of the request. */
export function FindResult({ wanted, way, result, onClose }: Props) {
	const { t } = useTranslation("ways");
	const redirect = useRedirect();
	if (result === "missing") {
		return (
			<Sheet title={t("find.missingTitle")} onClose={onClose}>
				<p className="mt-2">{t(way === "email" ? "find.emailMissing" : "find.phoneMissing")}</p>
				{wanted === "password" ? <p className="mt-1 text-ink-600">{t("find.idHint")}</p> : null}
				<Button onPress={onClose} className="mt-6 w-full">
					{t("find.confirm")}
				</Button>
			</Sheet>
		);
	}
	return (
		<Sheet title={t("find.sentTitle")} onClose={onClose}>
			<p className="mt-2">{t(way === "email" ? "find.emailSent" : "find.phoneSent")}</p>
			<p className="mt-1 text-meta text-ink-600">{t(way === "email" ? "find.mailHint" : "find.phoneHint")}</p>
			<div className="mt-6 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("find.confirm")}
				</Button>
				<Link to={withRedirect(pathTo("signIn"), redirect)} className={buttonStyle()}>
					{t("find.toSignIn")}
				</Link>
			</div>
		</Sheet>
	);
}
