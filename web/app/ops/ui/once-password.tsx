import { useTranslation } from "react-i18next";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { CopyField } from "./copy-field";

interface Props {
	loginId: string;
	password: string;
	/** Link to the sign-in page for these credentials, if there is one. */
	link?: string | null;
	onClose: () => void;
}

/** The first credentials of an account, shown only once. */
export function OncePassword({ loginId, password, link, onClose }: Props) {
	const { t } = useTranslation("ops");
	return (
		<Dialog title={t("once.title")}>
			<div className="mt-2 flex flex-col gap-3">
				<p className="text-ink-600">{t("once.text")}</p>
				<CopyField label={t("once.loginId")} value={loginId} />
				<CopyField label={t("once.password")} value={password} />
				{link ? <CopyField label={t("once.link")} value={link} /> : null}
				<Button onPress={onClose}>{t("once.noted")}</Button>
			</div>
		</Dialog>
	);
}
