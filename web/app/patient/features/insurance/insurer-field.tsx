import { useTranslation } from "react-i18next";
import type { Insurer } from "~/domain/claim/types";
import { ComboBox } from "~/shared/ui/combo-box";

interface Props {
	insurers: readonly Insurer[];
	chosen: Insurer | null;
	error?: string;
	onChoose: (insurer: Insurer) => void;
}

/** Selects an insurer by name. */
export function InsurerField({ insurers, chosen, error, onChoose }: Props) {
	const { t } = useTranslation("insurance");
	return (
		<ComboBox
			label={t("insurer.search")}
			placeholder={t("insurer.hint")}
			options={insurers}
			selectedId={chosen?.id ?? null}
			emptyText={t("insurer.none")}
			error={error}
			onChoose={({ id, name }) => onChoose({ id, name })}
		/>
	);
}
