import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/account.json";
import { loadPatient, useSession } from "~/patient/session/session";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { TongueMark } from "~/shared/ui/tongue-mark";

bundleKo("account", ko);

export const handle: RouteHandle = { title: "account", isTitleOnly: true };

export default function Welcome() {
	const { t } = useTranslation("account");
	const { patient } = useSession();
	useEffect(() => void loadPatient(), []);
	return (
		<EmptyState
			mark={<TongueMark className="h-13" />}
			title={patient ? t("welcome.title", { name: patient.name }) : t("welcome.titleUnknown")}
			text={t("welcome.text")}
		>
			<Link to={href("/self-check")} className={buttonStyle()}>
				{t("welcome.check")}
			</Link>
			<Link to={href("/")} className={buttonStyle("quiet")}>
				{t("welcome.home")}
			</Link>
		</EmptyState>
	);
}
