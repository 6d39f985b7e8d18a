import { useTranslation } from "react-i18next";
import { ROLES } from "~/clinic/lib/staff-query";

interface Props {
	label: string;
	isLabelHidden?: boolean;
	value: string;
	isDisabled?: boolean;
	onChange: (role: string) => void;
}

/** Selects the role of a staff member. */
export function RoleSelect({ label, isLabelHidden, value, isDisabled, onChange }: Props) {
	const { t } = useTranslation("clinic");
	return (
		<label className="block">
			<span className={isLabelHidden ? "sr-only" : "mb-1.5 block text-meta font-semibold text-ink-600"}>
				{label}
			</span>
			<select
				value={value}
				disabled={isDisabled}
				onChange={(event) => onChange(event.target.value)}
				className="h-12 w-full rounded-control border border-field bg-white px-3 text-[15px] disabled:border-line disabled:bg-quiet"
			>
				{ROLES.map((role) => (
					<option key={role} value={role}>
						{t(`staff.roles.${role}`)}
					</option>
				))}
			</select>
		</label>
	);
}
