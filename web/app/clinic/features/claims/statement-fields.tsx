import { useTranslation } from "react-i18next";
import { DateField } from "~/shared/ui/date-field";
import { SelectField } from "~/shared/ui/select-field";
import { TextField } from "~/shared/ui/text-field";
import { COVERAGES, PAID_PARTS, type Part, type TypedStatement } from "./statement";

interface Props {
	typed: TypedStatement;
	isSubmitted: boolean;
	/** Whether the patient paid for a doctor's signature. */
	isSigned: boolean;
	onChange: (typed: TypedStatement) => void;
}

/** The fields of a document besides its lines: dates, patient, doctor and payments. */
export function StatementParts({ typed, isSubmitted, isSigned, onChange }: Props) {
	const { t } = useTranslation("claims");
	const change = (part: Part, value: string) =>
		onChange({ ...typed, parts: { ...typed.parts, [part]: value } });
	const text = (part: Part, isRequired = false) => (
		<TextField
			key={part}
			name={part}
			label={t(`make.${part}`)}
			defaultValue={typed.parts[part] ?? ""}
			error={isSubmitted && isRequired && !typed.parts[part]?.trim() ? t("make.required") : undefined}
			isRequired={isRequired}
			maxLength={100}
			onChange={(value) => change(part, value)}
		/>
	);
	return (
		<>
			<div className="grid gap-3 sm:grid-cols-3">
				{text("patientNumber")}
				<DateField
					label={t("make.from")}
					value={typed.periodFrom}
					onChange={(periodFrom) => onChange({ ...typed, periodFrom })}
				/>
				<DateField
					label={t("make.to")}
					value={typed.periodTo}
					error={isSubmitted && typed.periodTo < typed.periodFrom ? t("make.reversed") : undefined}
					onChange={(periodTo) => onChange({ ...typed, periodTo })}
				/>
				{isSigned ? [text("doctorName", true), text("doctorLicense", true)] : null}
			</div>
			<details>
				<summary className="py-2 text-[14px] font-semibold">{t("make.more")}</summary>
				<div className="mt-1 grid gap-3 sm:grid-cols-3">
					<SelectField
						label={t("make.coverage")}
						name="coverage"
						emptyText="-"
						choices={COVERAGES.map((each) => [each, t(`coverage.${each}`)] as const)}
						defaultValue={typed.parts.coverage ?? ""}
						onChange={(value) => change("coverage", value)}
					/>
					{text("department")}
					{text("businessNumber")}
					{PAID_PARTS.map((part) => text(part))}
					{text("adjustment")}
				</div>
			</details>
		</>
	);
}
