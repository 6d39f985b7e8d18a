import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { useTranslation } from "react-i18next";

interface Props {
	/** "0" male, "1" female, "" not said. */
	value: string;
	onChange: (value: string) => void;
}

export function GenderChoice({ value, onChange }: Props) {
	const { t } = useTranslation("account");
	const choices = [
		["0", t("field.male")],
		["1", t("field.female")],
		["", t("field.noGender")],
	] as const;
	return (
		<RadioGroup value={value} onChange={onChange} orientation="horizontal" className="flex flex-col gap-1.5">
			<Label className="text-meta font-semibold text-ink-600">
				{t("field.gender")} <span className="font-normal">({t("form.optional")})</span>
			</Label>
			<div className="grid grid-cols-[1fr_1fr_1.4fr] gap-2">
				{choices.map(([code, name]) => (
					<Radio
						key={code}
						value={code}
						className="grid min-h-12 cursor-pointer place-items-center rounded-control border border-field bg-white px-2 text-[14px] transition focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-green-600 selected:border-green-700 selected:bg-mint-100 selected:font-bold selected:text-green-700"
					>
						{name}
					</Radio>
				))}
			</div>
		</RadioGroup>
	);
}
