import { useTranslation } from "react-i18next";
import { RadioRow } from "~/ui/radio-row";

export type Way = "email" | "phone";

interface Props {
	way: Way;
	onChange: (way: Way) => void;
}

/** E-mail or mobile phone. */
export function WayChoice({ way, onChange }: Props) {
	const { t } = useTranslation("ways");
	return (
		<RadioRow
			label={t("find.by")}
			choices={[
				["email", t("find.email")],
				["phone", t("find.phone")],
			]}
			value={way}
			onChange={onChange}
			row="grid grid-cols-2 gap-1 rounded-button bg-quiet p-1"
			choice="min-h-11 rounded-[11px] text-ink-600 has-checked:bg-white has-checked:shadow-float"
		/>
	);
}
