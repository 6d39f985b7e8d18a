import { useTranslation } from "react-i18next";
import { SegmentedRadioGroup } from "~/shared/ui/segmented-radio-group";

export type Channel = "email" | "phone";

interface Props {
	channel: Channel;
	onChange: (channel: Channel) => void;
}

/** Chooses between mobile phone and e-mail. */
export function ChannelChoice({ channel, onChange }: Props) {
	const { t } = useTranslation("auth");
	return (
		<SegmentedRadioGroup
			label={t("find.by")}
			choices={[
				["phone", t("find.phone")],
				["email", t("find.email")],
			]}
			value={channel}
			onChange={onChange}
			row="grid grid-cols-2 gap-1 rounded-button bg-quiet p-1"
			choice="min-h-12 rounded-[11px] text-ink-600 has-checked:bg-white has-checked:shadow-float"
		/>
	);
}
