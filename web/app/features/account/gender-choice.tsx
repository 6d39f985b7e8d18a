import { useTranslation } from "react-i18next";
import { RadioRow } from "~/ui/radio-row";

interface Props {
	/** "0" male, "1" female, "" not said. */
	value: string;
	onChange: (value: string) => void;
}

export function GenderChoice({ value, onChange }: Props) {
	const { t } = useTranslation("account");
	return (
		<RadioRow
			label={
				<>
					{t("field.gender")} <span className="font-normal">({t("form.optional")})</span>
				</>
			}
			choices={[
				["0", t("field.male")],
				["1", t("field.female")],
				["", t("field.noGender")],
			]}
			value={value}
			onChange={onChange}
			row="grid grid-cols-[1fr_1fr_1.4fr] gap-2"
			choice="min-h-12 rounded-control border border-field bg-white px-2 has-checked:border-green-700 has-checked:bg-mint-100"
		/>
	);
}
