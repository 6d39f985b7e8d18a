import { useTranslation } from "react-i18next";
import { useChime } from "~/clinic/lib/chime";
import { BellIcon, BellOffIcon } from "~/shared/ui/tool-icons";

/** Turns the sound for new applications on and off. */
export function ChimeSwitch() {
	const { t } = useTranslation("clinic");
	const [isOn, setOn] = useChime();
	const Icon = isOn ? BellIcon : BellOffIcon;
	return (
		<button
			type="button"
			aria-pressed={isOn}
			aria-label={t("chime.label")}
			title={t(isOn ? "chime.on" : "chime.off")}
			onClick={() => setOn(!isOn)}
			className="grid size-11 place-items-center rounded-control text-ink-600 hover:bg-mint-50 aria-pressed:text-green-700"
		>
			<Icon />
		</button>
	);
}
