import { ToggleButton } from "react-aria-components/ToggleButton";
import { useTranslation } from "react-i18next";
import { useFavorite } from "~/patient/lib/known-clinics";
import { problemText } from "~/shared/api/problem-text";
import type { Institution } from "~/shared/api/types";
import { Icon } from "~/shared/ui/icons";

/** The lazy part of `FavoriteToggle`. An error is shown below the row. */
export function FavoriteButton({ institution }: { institution: Institution }) {
	const { t } = useTranslation("tci");
	const { isFavorite, error, change } = useFavorite(institution);
	return (
		<>
			<ToggleButton
				aria-label={t("clinic.favorite", { clinic: institution.name })}
				isSelected={isFavorite === true}
				isDisabled={isFavorite === null}
				onChange={change}
				className="group grid size-12 shrink-0 cursor-pointer place-items-center rounded-control text-ink-600 transition duration-150 ease-out hover:text-green-700 pressed:scale-90 selected:text-green-700"
			>
				<Icon className="size-6 group-selected:fill-green-700">
					<path d="m12 3.8 2.55 5.17 5.7.83-4.13 4.02.98 5.68L12 16.82 6.9 19.5l.98-5.68L3.75 9.8l5.7-.83z" />
				</Icon>
			</ToggleButton>
			{error ? (
				<p role="alert" className="order-last basis-full px-4 pb-3 text-meta text-danger">
					{problemText(error)}
				</p>
			) : null}
		</>
	);
}
