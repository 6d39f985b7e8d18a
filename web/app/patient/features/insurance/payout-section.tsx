import { useTranslation } from "react-i18next";
import { FormSelectField } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import type { ApiForm } from "~/shared/ui/form/use-api-form";
import { BANKS, type DetailValues, type PayoutValues } from "./schema";

interface Props {
	control: ApiForm<DetailValues>["control"];
	/** How many of the resident number's last seven digits are required. */
	back: number;
}

/** Fields of the other insurer's form: the account for the payout, and digits of the resident number. */
export function PayoutSection({ control, back }: Props) {
	const { t } = useTranslation("insurance");
	const field = (name: keyof PayoutValues) =>
		({ control, name, label: t(`field.${name}`), isRequired: true, autoComplete: "off" }) as const;
	return (
		<section className="flex flex-col gap-4">
			<div>
				<h2 className="text-header">{t("payout.title")}</h2>
				<p className="mt-1 text-meta text-ink-600">{t("payout.text")}</p>
			</div>
			<FormSelectField
				control={control}
				name="bankName"
				label={t("field.bankName")}
				emptyText={t("payout.chooseBank")}
				choices={BANKS.map((bank) => [bank, bank] as const)}
				isRequired
			/>
			<FormTextField
				{...field("accountNumber")}
				inputMode="numeric"
				maxLength={24}
				hint={t("payout.accountHint")}
			/>
			<FormTextField {...field("depositor")} maxLength={50} />
			<div className="grid grid-cols-2 gap-2.5">
				<FormTextField
					{...field("residentFront")}
					inputMode="numeric"
					maxLength={6}
					hint={t("payout.frontHint")}
				/>
				<FormTextField
					{...field("residentBack")}
					label={t(back === 1 ? "field.residentFirst" : "field.residentBack")}
					type={back === 1 ? "text" : "password"}
					inputMode="numeric"
					maxLength={back}
					hint={t(back === 1 ? "payout.firstHint" : "payout.backHint")}
				/>
			</div>
		</section>
	);
}
