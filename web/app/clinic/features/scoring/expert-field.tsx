import { useTranslation } from "react-i18next";
import type { Expert } from "~/shared/api/types";

export const FIELD =
	"block w-full rounded-control border border-field bg-white text-[15px] outline-none hover:border-green-700 focus:border-green-700 focus:ring-3 focus:ring-green-700/15 disabled:border-line disabled:bg-quiet disabled:text-ink-900 disabled:opacity-100";

interface Props {
	label: string;
	experts: readonly Expert[];
	/** The expert already named, who may have left the clinic. */
	selected: Expert | null;
	value: number | null;
	isFixed: boolean;
	onChange: (id: number | null) => void;
}

/** Selects the expert who took the photo or scored it. */
export function ExpertField({ label, experts, selected, value, isFixed, onChange }: Props) {
	const { t } = useTranslation("clinic");
	const all = selected && !experts.some((each) => each.id === selected.id) ? [selected, ...experts] : experts;
	return (
		<label className="block min-w-0">
			<span className="mb-1 block text-meta font-semibold text-ink-600">{label}</span>
			<select
				value={value ?? ""}
				disabled={isFixed}
				onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
				className={`${FIELD} h-12 truncate px-2.5 text-[14px]`}
			>
				<option value="">{t("scoring.nobody")}</option>
				{all.map((each) => (
					<option key={each.id} value={each.id}>
						{each.name}
					</option>
				))}
			</select>
		</label>
	);
}
