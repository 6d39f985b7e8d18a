import { type FormEvent, type ReactNode, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { useForm } from "~/lib/form";
import { localDate } from "~/lib/format";
import { ACCIDENT_TYPES } from "~/lib/insurance/states";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/date-field";
import { RadioRow } from "~/ui/radio-row";
import { SelectField } from "~/ui/select-field";
import { TextField } from "~/ui/text-field";
import { BANKS, type InfoField, type InfoValues, infoFields, REASON_MAX } from "./schema";

interface Props {
	initial: InfoValues;
	/** Chooses the insured person. */
	subject: ReactNode;
	/** How many of the resident number's last seven digits are asked for. */
	back: number;
	/** The server's words about single fields. */
	messages: Record<string, string>;
	onTyped: (values: InfoValues) => void;
	onBack: () => void;
	onDone: (values: InfoValues) => void;
}

const RADIO = "input[type=radio]";

/** Step 2: what happened, to whom, and where the money goes. */
export function InfoStep({ initial, subject, back, messages, onTyped, onBack, onDone }: Props) {
	const { t } = useTranslation("insurance");
	const [fields] = useState(() => infoFields(back));
	const form = useForm<keyof InfoValues>(fields, (rule) => t(`error.${rule as InfoField}`), initial);
	const [accidentType, setAccidentType] = useState(initial.accidentType);
	const [onsetDate, setOnsetDate] = useState(initial.onsetDate);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const element = event.currentTarget;
		const failing = form.validate();
		if (!failing) return onDone({ ...form.values.current });
		element.querySelector<HTMLElement>(failing === "accidentType" ? RADIO : `[name=${failing}]`)?.focus();
	};
	const told = () => onTyped({ ...form.values.current });
	const fill = (name: keyof InfoValues, value: string) => {
		form.fill(name, value);
		told();
	};
	const errorOf = (name: keyof InfoValues) => form.field(name).error ?? messages[name];
	const field = (name: keyof InfoValues) => {
		const own = form.field(name);
		const onChange = (value: string) => {
			own.onChange(value);
			told();
		};
		return { ...own, label: t(`field.${name}`), error: errorOf(name), onChange, isRequired: true };
	};
	const accidentError = errorOf("accidentType");
	return (
		<Form validationBehavior="aria" onSubmit={submit} className="flex flex-col gap-6">
			<Part title={t("info.what")}>
				<div>
					<RadioRow
						label={t("field.accidentType")}
						choices={ACCIDENT_TYPES.map((each) => [each as string, t(`accident.${each}`)] as const)}
						value={accidentType}
						onChange={(value) => {
							setAccidentType(value);
							fill("accidentType", value);
						}}
						row="grid grid-cols-3 gap-2"
						choice="min-h-12 rounded-control border border-field bg-white px-2 text-center has-checked:border-green-700 has-checked:bg-mint-100"
					/>
					{accidentError ? (
						<p role="alert" className="mt-1.5 text-meta text-danger">
							{accidentError}
						</p>
					) : null}
				</div>
				<DateField
					name="onsetDate"
					label={t("field.onsetDate")}
					value={onsetDate}
					max={localDate(new Date().toISOString())}
					error={errorOf("onsetDate")}
					isRequired
					onChange={(value) => {
						setOnsetDate(value);
						fill("onsetDate", value);
					}}
				/>
				<TextField {...field("reason")} hint={t("info.reasonHint")} maxLength={REASON_MAX} />
			</Part>
			<Part title={t("info.who")}>
				{subject}
				<TextField {...field("insuredName")} autoComplete="name" maxLength={50} />
				<div className="grid grid-cols-2 gap-2.5">
					<TextField
						{...field("residentFront")}
						inputMode="numeric"
						autoComplete="off"
						maxLength={6}
						hint={t("info.frontHint")}
					/>
					<TextField
						{...field("residentBack")}
						label={t(back === 1 ? "field.residentFirst" : "field.residentBack")}
						type={back === 1 ? "text" : "password"}
						inputMode="numeric"
						autoComplete="off"
						maxLength={back}
						hint={t(back === 1 ? "info.firstHint" : "info.backHint")}
					/>
				</div>
				<TextField
					{...field("mobile")}
					type="tel"
					autoComplete="tel"
					maxLength={18}
					hint={t("info.mobileHint")}
				/>
			</Part>
			<Part title={t("info.account")}>
				<SelectField
					label={t("field.bankName")}
					name="bankName"
					nothing={t("info.chooseBank")}
					choices={BANKS.map((bank) => [bank, bank] as const)}
					defaultValue={form.values.current.bankName}
					error={errorOf("bankName")}
					isRequired
					onChange={(value) => fill("bankName", value)}
				/>
				<TextField
					{...field("accountNumber")}
					inputMode="numeric"
					autoComplete="off"
					maxLength={24}
					hint={t("info.accountHint")}
				/>
				<TextField {...field("depositor")} autoComplete="off" maxLength={50} />
			</Part>
			<div className="grid grid-cols-[auto_1fr] gap-2">
				<Button tone="secondary" onPress={onBack}>
					{t("action.before")}
				</Button>
				<Button type="submit">{t("action.next")}</Button>
			</div>
		</Form>
	);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="flex flex-col gap-4">
			<h2 className="text-header">{title}</h2>
			{children}
		</section>
	);
}
