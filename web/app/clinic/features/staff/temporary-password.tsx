import { useTranslation } from "react-i18next";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";

/** A colleague's new temporary password, shown only once. */
export function TemporaryPassword({
	name,
	password,
	onClose,
}: {
	name: string;
	password: string;
	onClose: () => void;
}) {
	const { t } = useTranslation("clinicAccount");
	const { t: tClinic } = useTranslation("clinic");
	return (
		<Dialog title={t("colleague.made")} onClose={onClose}>
			<p className="mt-2 text-ink-600">{t("colleague.madeText", { name })}</p>
			<output className="number mt-4 block rounded-[16px] bg-mint-50 px-5 py-4 text-center text-[24px] font-extrabold tracking-wide select-all">
				{password}
			</output>
			<p className="mt-2 text-meta text-ink-600">{tClinic("staff.once")}</p>
			<Button className="mt-5 w-full" onPress={onClose}>
				{tClinic("staff.noted")}
			</Button>
		</Dialog>
	);
}
