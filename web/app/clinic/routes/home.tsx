import { useTranslation } from "react-i18next";
import { TongueMark } from "~/shared/ui/tongue-mark";

export default function ClinicHome() {
	const { t } = useTranslation("clinic");
	return (
		<div className="grid h-full place-content-center justify-items-center p-8 text-center">
			<TongueMark className="h-20 opacity-60" />
			<p className="mt-5 text-tile font-bold">{t("work.choose")}</p>
			<p className="mt-1 text-ink-600">{t("work.chooseText")}</p>
		</div>
	);
}
