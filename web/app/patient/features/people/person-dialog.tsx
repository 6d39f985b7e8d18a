import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { isBirth, isYearsOld } from "~/domain/person/person";
import { personFields } from "~/domain/person/person-fields";
import type ko from "~/locales/ko/people.json";
import type { AccountPerson } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem, useParentForm } from "~/shared/ui/form/form";
import { FormDateField, FormRadioGroup } from "~/shared/ui/form/form-choice-fields";
import { FormCheckbox } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useSavePerson } from "./queries";

interface Props {
	/** The person to correct; null for a new one. */
	person: AccountPerson | null;
	onSaved: (person: AccountPerson) => void;
	onClose: () => void;
}

const SCHEMA = v.object({
	relation: v.string(),
	name: personFields.name,
	birth: personFields.birth,
	gender: v.string(),
	agreed: v.pipe(v.boolean(), v.value(true, "consent")),
});
const RELATIONS = ["child", "parent", "spouse", "other"] as const;
const AGE_OF_CONSENT = 14;
const CHOICE =
	"min-h-12 rounded-control border border-field bg-white px-2 has-checked:border-green-700 has-checked:bg-mint-100";

/** Whose consent the law requires: the legal guardian's for a person under 14, otherwise the person's own. */
const consentFor = (birth: string) => (isYearsOld(birth, AGE_OF_CONSENT, new Date()) ? "agreed" : "guardian");

const genderOf = (person: AccountPerson | null): string =>
	typeof person?.gender === "number" ? String(person.gender) : "";

const isBirthFixed = (person: AccountPerson | null): boolean =>
	person?.hasRecords === true && person.birth !== null;

const plainBirth = (person: AccountPerson | null): string => person?.birth?.replaceAll(".", "") ?? "";

function usePersonForm({ person, onSaved }: Pick<Props, "person" | "onSaved">) {
	const { t } = useTranslation("people");
	const save = useSavePerson(person?.id ?? null);
	return useApiForm({
		schema: SCHEMA,
		defaultValues: {
			relation: person?.relation ?? "child",
			name: person?.name ?? "",
			birth: plainBirth(person),
			gender: genderOf(person),
			agreed: false as boolean,
		},
		errorText: (rule) =>
			rule === "consent" ? t("consent.needed") : t(`form.error.${rule as keyof typeof ko.form.error}`),
		serverNames: { consent: "agreed" },
		onSubmit: async ({ relation, name, birth, gender }) => {
			const body = { relation, name, birth, consent: consentFor(birth) };
			onSaved(await save.mutateAsync({ ...body, gender: gender === "" ? null : Number(gender) }));
		},
	});
}

/** Adds or corrects a person, with a declaration that the person or the legal guardian consents. */
export function PersonDialog({ person, onSaved, onClose }: Props) {
	const { t } = useTranslation("people");
	const form = usePersonForm({ person, onSaved });
	const { control, setValue } = form;
	return (
		<Dialog title={t(person ? "form.edit" : "form.add")} onClose={onClose}>
			<Form form={form} className="mt-3 flex flex-col gap-4">
				<FormRadioGroup
					control={control}
					name="relation"
					label={t("relation.label")}
					choices={RELATIONS.map((each) => [each as string, t(`relation.${each}`)] as const)}
					row="grid grid-cols-4 gap-2"
					choice={CHOICE}
				/>
				<FormTextField control={control} name="name" label={t("form.name")} autoComplete="off" isRequired />
				<FormDateField
					control={control}
					name="birth"
					// The declaration applies only to the age for which it was made.
					onChange={() => setValue("agreed", false)}
					label={t("form.birth")}
					hint={isBirthFixed(person) ? t("form.birthFixed") : undefined}
					autoComplete="off"
					isRequired
				/>
				<FormRadioGroup
					control={control}
					name="gender"
					label={t("form.gender")}
					choices={[
						["0", t("form.man")],
						["1", t("form.woman")],
						["", t("form.unknown")],
					]}
					row="grid grid-cols-3 gap-2"
					choice={CHOICE}
				/>
				<Declaration />
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t("form.save")}
				</Button>
			</Form>
		</Dialog>
	);
}

/** The declaration for a person of this age; renders nothing until the birth date is entered. */
function Declaration() {
	const { t } = useTranslation("people");
	const { control, watch } = useParentForm<{ birth: string; agreed: boolean }>();
	const birth = watch("birth");
	if (!isBirth(birth, new Date())) return null;
	const consent = consentFor(birth);
	return (
		<FormCheckbox control={control} name="agreed" title={t(`consent.${consent}`)}>
			{t(`consent.${consent}Why`)}
		</FormCheckbox>
	);
}
