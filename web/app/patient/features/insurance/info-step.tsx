import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ACCIDENT_TYPES } from "~/domain/claim/states";
import { Button } from "~/shared/ui/button";
import { Form } from "~/shared/ui/form/form";
import { FormDateField, FormRadioGroup } from "~/shared/ui/form/form-choice-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { type InfoField, type InfoValues, infoSchema, MAX_REASON_LENGTH } from "./schema";

interface Props {
	initial: InfoValues;
	/** Selects the insured person; empty if an earlier claim determines the person. */
	subject: ReactNode;
	/** The server's rejection of fields of this step. */
	refusal: unknown;
	onChange: (values: InfoValues) => void;
	onBack: () => void;
	onDone: () => void;
}

/** Form of the treatment's data. Shows what the server rejected. */
function useInfoForm({ initial, refusal, onChange, onDone }: Props) {
	const { t } = useTranslation("insurance");
	const form = useApiForm<InfoValues, InfoValues>({
		schema: infoSchema,
		defaultValues: initial,
		errorText: (rule) => t(`error.${rule as InfoField}`),
		onSubmit: (_output, values) => {
			onChange(values);
			onDone();
		},
	});
	const { subscribe, clearErrors, showProblem } = form;
	const onChangeRef = useRef(onChange);
	onChangeRef.current = onChange;
	useEffect(
		() =>
			subscribe({
				formState: { values: true },
				callback: ({ name, values }) => {
					// The rejection belongs to an earlier visit of this step: only a submission would validate the input again.
					if (name) clearErrors(name as keyof InfoValues);
					onChangeRef.current(values);
				},
			}),
		[subscribe, clearErrors],
	);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each rejection
	useEffect(() => {
		if (refusal) showProblem(refusal);
	}, [refusal]);
	return form;
}

/** Step 2: the treatment and the insured person. */
export function InfoStep(props: Props) {
	const { t } = useTranslation("insurance");
	const form = useInfoForm(props);
	const { control } = form;
	return (
		<Form form={form} className="flex flex-col gap-6">
			<Part title={t("info.what")}>
				<FormRadioGroup
					control={control}
					name="accidentType"
					label={t("field.accidentType")}
					choices={ACCIDENT_TYPES.map((each) => [each as string, t(`accident.${each}`)] as const)}
					row="grid grid-cols-3 gap-2"
					choice="min-h-12 rounded-control border border-field bg-white px-2 text-center selected:border-green-700 selected:bg-mint-100"
				/>
				<FormDateField control={control} name="onsetDate" label={t("field.onsetDate")} isRequired />
				<FormTextField
					control={control}
					name="reason"
					label={t("field.reason")}
					hint={t("info.reasonHint")}
					maxLength={MAX_REASON_LENGTH}
					isRequired
				/>
			</Part>
			<Part title={t("info.who")}>
				{props.subject}
				<FormTextField
					control={control}
					name="insuredName"
					label={t("field.insuredName")}
					autoComplete="name"
					maxLength={50}
					isRequired
				/>
				<FormTextField
					control={control}
					name="mobile"
					label={t("field.mobile")}
					type="tel"
					autoComplete="tel"
					maxLength={18}
					hint={t("info.mobileHint")}
					isRequired
				/>
			</Part>
			<div className="grid grid-cols-[auto_1fr] gap-2">
				<Button tone="secondary" onPress={props.onBack}>
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
