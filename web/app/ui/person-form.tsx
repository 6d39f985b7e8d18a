import { type FormEvent, type ReactNode, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { bundleKo } from "~/i18n/i18n";
import { fieldMessages, isProblem } from "~/lib/api/problem";
import { useForm } from "~/lib/form";
import { personFields } from "~/lib/person-fields";
import ko from "~/locales/ko/person.json";
import { Notice } from "./notice";
import { RadioRow } from "./radio-row";
import { TextField } from "./text-field";

bundleKo("person", ko);

/** The values as they are typed; gender is "0" man, "1" woman, "" not chosen. */
export type PersonValues = Record<keyof typeof personFields, string>;

interface Props {
	initial: PersonValues;
	/** Why the last handing in failed. */
	error: unknown;
	onTyped?: (values: PersonValues) => void;
	onSubmit: (values: PersonValues) => void;
	/** Stands above the fields, and under them. */
	above?: ReactNode;
	children: ReactNode;
}

type Rule = keyof typeof personFields;

/** Who an application is for: name, birth date, gender, phone number. */
export function PersonForm({ initial, error, onTyped, onSubmit, above, children }: Props) {
	const { t } = useTranslation("person");
	const form = useForm<Rule>(personFields, (rule) => t(`error.${rule as keyof typeof ko.error}`), initial);
	const [gender, setGender] = useState(initial.gender);
	const said = fieldMessages(error);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const element = event.currentTarget;
		const failing = form.validate();
		if (!failing) return onSubmit({ ...form.values.current });
		const first = element.querySelector<HTMLElement>(
			failing === "gender" ? "input[type=radio]" : `[name=${failing}]`,
		);
		first?.focus();
	};
	const field = (name: Rule) => {
		const own = form.field(name);
		return {
			...own,
			error: own.error ?? said[name],
			onChange: (value: string) => {
				own.onChange(value);
				onTyped?.({ ...form.values.current });
			},
		};
	};
	const genderError = form.field("gender").error ?? said.gender;
	return (
		<Form validationBehavior="aria" onSubmit={submit} className="flex flex-col gap-4">
			{above}
			<TextField {...field("name")} label={t("name")} autoComplete="name" isRequired />
			<TextField
				{...field("birth")}
				label={t("birth")}
				hint={t("birthHint")}
				inputMode="numeric"
				autoComplete="bday"
				maxLength={10}
				isRequired
			/>
			<div>
				<RadioRow
					label={t("gender")}
					choices={[
						["0", t("male")],
						["1", t("female")],
					]}
					value={gender}
					onChange={(value) => {
						setGender(value);
						form.fill("gender", value);
						onTyped?.({ ...form.values.current });
					}}
					row="grid grid-cols-2 gap-2"
					choice="min-h-12 rounded-control border border-field bg-white px-2 has-checked:border-green-700 has-checked:bg-mint-100"
				/>
				{genderError ? (
					<p role="alert" className="mt-1.5 text-meta text-danger">
						{genderError}
					</p>
				) : null}
			</div>
			<TextField
				{...field("phoneNumber")}
				label={t("phoneNumber")}
				hint={t("phoneHint")}
				type="tel"
				autoComplete="tel"
				maxLength={13}
				isRequired
			/>
			{error && Object.keys(said).length === 0 ? (
				<Notice tone="danger">
					{isProblem(error) ? error.detail || error.title : t("error.unreachable", { ns: "common" })}
				</Notice>
			) : null}
			{children}
		</Form>
	);
}
