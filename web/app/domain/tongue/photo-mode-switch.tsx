import { startTransition, useOptimistic } from "react";
import { useTranslation } from "react-i18next";
import type { View } from "~/domain/tci/grade";
import { SegmentedControl } from "~/shared/ui/segmented-control";

const VIEWS = ["ai", "expert"] as const;

interface Props {
	view: View;
	onChange: (view: View) => void;
	/** Replaces the default labels. */
	labels?: Record<View, string>;
}

export function PhotoModeSwitch({ view, onChange, labels }: Props) {
	const { t } = useTranslation("tongue");
	const [pressed, setPressed] = useOptimistic(view);
	// the switch shows the press at once, before the photo and the scores are drawn again
	const press = (next: View) =>
		startTransition(() => {
			setPressed(next);
			onChange(next);
		});
	return (
		<SegmentedControl
			label={t("photo.view")}
			choices={VIEWS.map((each) => [each, labels?.[each] ?? t(`photo.${each}`)] as const)}
			value={pressed}
			onChange={press}
			row="grid grid-cols-2"
			choice="min-h-12"
		/>
	);
}
