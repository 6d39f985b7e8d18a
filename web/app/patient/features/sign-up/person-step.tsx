import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { PhoneField } from "~/patient/ui/phone-field";
import { FormDateField, FormRadioGroup } from "~/shared/ui/form/form-choice-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import type { SignUpState } from "./use-sign-up";

const IdentityCard = lazy(() =>
	import("./identity-card").then((module) => ({ default: module.IdentityCard })),
);

/** Step 1: the person, from the identity check, or typed and confirmed by a code to the phone. */
export function PersonStep({ sign }: { sign: SignUpState }) {
	const { t } = useTranslation("account");
	const { control } = sign.form;
	return (
		<>
			{sign.asksIdentity ? (
				<>
					<Suspense>
						<IdentityCard {...sign.identity} missing={sign.missing} />
					</Suspense>
					<Gender control={control} />
				</>
			) : (
				<>
					<FormTextField
						control={control}
						name="name"
						label={t("field.name")}
						autoComplete="name"
						isRequired
					/>
					<FormDateField
						control={control}
						name="birth"
						label={t("field.birth")}
						autoComplete="bday"
						isRequired
					/>
					<Gender control={control} />
					<PhoneField phone={sign.phone} isMissing={sign.missing > 0} />
				</>
			)}
		</>
	);
}

function Gender({ control }: Pick<SignUpState["form"], "control">) {
	const { t } = useTranslation("account");
	return (
		<FormRadioGroup
			control={control}
			name="gender"
			label={
				<>
					{t("field.gender")} <span className="font-normal">({t("form.optional")})</span>
				</>
			}
			choices={[
				["0", t("field.male")],
				["1", t("field.female")],
				["", t("field.noGender")],
			]}
			row="grid grid-cols-[1fr_1fr_1.4fr] gap-2"
			choice="min-h-12 rounded-control border border-field bg-white px-2 text-center has-checked:border-green-700 has-checked:bg-mint-100"
		/>
	);
}
