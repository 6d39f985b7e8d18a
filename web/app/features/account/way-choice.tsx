import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { useTranslation } from "react-i18next";

export type Way = "email" | "phone";

interface Props {
	way: Way;
	onChange: (way: Way) => void;
}

/** E-mail or mobile phone. */
export function WayChoice({ way, onChange }: Props) {
	const { t } = useTranslation("ways");
	return (
		<RadioGroup
			value={way}
			onChange={(value) => onChange(value === "phone" ? "phone" : "email")}
			orientation="horizontal"
			className="flex flex-col gap-1.5"
		>
			<Label className="text-meta font-semibold text-ink-600">{t("find.by")}</Label>
			<div className="grid grid-cols-2 gap-1 rounded-button bg-quiet p-1">
				{(["email", "phone"] as const).map((each) => (
					<Radio
						key={each}
						value={each}
						className="grid min-h-11 cursor-pointer place-items-center rounded-[11px] text-[14px] text-ink-600 transition focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-green-600 selected:bg-white selected:font-bold selected:text-green-700 selected:shadow-float"
					>
						{t(`find.${each}`)}
					</Radio>
				))}
			</div>
		</RadioGroup>
	);
}
