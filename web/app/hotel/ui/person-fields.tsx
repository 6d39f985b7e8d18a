import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { optionalText, requiredText } from "~/hotel/lib/rules";
import { useParentForm } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";

const MAX_NAME_LENGTH = 50;
const MAX_CLASSIFICATION_LENGTH = 50;
const MAX_CONTACT_LENGTH = 100;
const MAX_MEMO_LENGTH = 500;

/** Validation rules of an account; each names its error text. */
export const personFields = {
	name: requiredText("name", MAX_NAME_LENGTH),
	contact: optionalText("contact", MAX_CONTACT_LENGTH),
	classification: optionalText("classification", MAX_CLASSIFICATION_LENGTH),
	memo: optionalText("memo", MAX_MEMO_LENGTH),
};
export const loginIdField = v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9]{4,20}$/, "loginId"));
export type PersonRule = keyof typeof personFields | "loginId";
type Values = Record<keyof typeof personFields, string> & { loginId: string };

/** The fields that all accounts have. */
export function PersonFields({ withLoginId }: { withLoginId: boolean }) {
	const { t } = useTranslation("hotelAdmin");
	const { control } = useParentForm<Values>();
	return (
		<>
			<FormTextField control={control} name="name" label={t("person.name")} autoComplete="off" />
			{withLoginId ? (
				<FormTextField
					control={control}
					name="loginId"
					label={t("person.loginId")}
					hint={t("person.loginIdHint")}
					autoComplete="off"
				/>
			) : null}
			<div className="grid gap-4 sm:grid-cols-2">
				<FormTextField
					control={control}
					name="contact"
					label={t("person.contact")}
					optional={t("person.optional")}
					autoComplete="off"
				/>
				<FormTextField
					control={control}
					name="classification"
					label={t("person.classification")}
					optional={t("person.optional")}
					autoComplete="off"
				/>
			</div>
			<FormTextField
				control={control}
				name="memo"
				label={t("person.memo")}
				optional={t("person.optional")}
				autoComplete="off"
			/>
		</>
	);
}
