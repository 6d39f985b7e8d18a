import { startTransition, useOptimistic } from "react";
import { useTranslation } from "react-i18next";
import type { View } from "~/domain/tci/grade";

interface Props {
	view: View;
	onChange: (view: View) => void;
	/** Replaces the default labels. */
	labels?: Record<View, string>;
}

export function PhotoModeSwitch({ view, onChange, labels }: Props) {
	const { t } = useTranslation("tongue");
	const [pressed, setPressed] = useOptimistic(view);
	// the switch shows the press at once, before the photo and the scores are drawn anew
	const press = (next: View) =>
		startTransition(() => {
			setPressed(next);
			onChange(next);
		});
	return (
		<fieldset className="grid grid-cols-2 rounded-control bg-quiet p-1">
			<legend className="sr-only">{t("photo.view")}</legend>
			{(["ai", "expert"] as const).map((each) => (
				<button
					key={each}
					type="button"
					aria-pressed={pressed === each}
					onClick={() => press(each)}
					className="min-h-12 rounded-[9px] text-[14px] font-semibold text-ink-600 transition duration-150 aria-pressed:bg-white aria-pressed:font-bold aria-pressed:text-ink-900 aria-pressed:shadow-float"
				>
					{labels?.[each] ?? t(`photo.${each}`)}
				</button>
			))}
		</fieldset>
	);
}
