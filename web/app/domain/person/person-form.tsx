import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { personFields } from "~/domain/person/person-fields";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/person.json";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormDateField, FormRadioGroup } from "~/shared/ui/form/form-choice-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";

bundleKo("person", ko);

/** The values as typed; gender is "0" man, "1" woman, "" not chosen. */
export type PersonValues = Record<keyof typeof personFields, string>;

const SCHEMA = v.object(personFields);

interface Props {
	initial: PersonValues;
	/** Why the last submission failed. */
	error: unknown;
	onChange?: (values: PersonValues) => void;
	onSubmit: (values: PersonValues) => void;
	/** Rendered above and below the fields. */
	above?: ReactNode;
	children: ReactNode;
}

/** The person that an application is for: name, birth date, gender, phone number. */
export function PersonForm({ initial, error, onChange, onSubmit, above, children }: Props) {
	const { t } = useTranslation("person");
	const form = useApiForm({
		schema: SCHEMA,
		defaultValues: initial,
		errorText: (rule) => t(`error.${rule as keyof typeof ko.error}`),
		onSubmit: (_, values) => onSubmit(values),
	});
	const { control, showProblem, subscribe } = form;
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each failure
	useEffect(() => {
		if (error) showProblem(error);
	}, [error]);
	const onChangeRef = useRef(onChange);
	onChangeRef.current = onChange;
	useEffect(
		() =>
			subscribe({
				formState: { values: true },
				callback: ({ values }) => onChangeRef.current?.({ ...values }),
			}),
		[subscribe],
	);
	return (
		<Form form={form} className="flex flex-col gap-4">
			{above}
			<FormTextField control={control} name="name" label={t("name")} autoComplete="name" isRequired />
			<FormDateField control={control} name="birth" label={t("birth")} autoComplete="bday" isRequired />
			<FormRadioGroup
				control={control}
				name="gender"
				label={t("gender")}
				choices={[
					["0", t("male")],
					["1", t("female")],
				]}
				row="grid grid-cols-2 gap-2"
				choice="min-h-12 rounded-control border border-field bg-white px-2 has-checked:border-green-700 has-checked:bg-mint-100"
			/>
			<FormTextField
				control={control}
				name="phoneNumber"
				label={t("phoneNumber")}
				hint={t("phoneHint")}
				type="tel"
				inputMode="tel"
				autoComplete="tel"
				isRequired
			/>
			<FormProblem form={form} />
			{children}
		</Form>
	);
}
