import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { fieldMessages, isProblem } from "~/lib/api/problem";
import type { AccountPerson } from "~/lib/api/types";
import { useForm } from "~/lib/form";
import { isBirth, isYearsOld } from "~/lib/person";
import { personFields } from "~/lib/person-fields";
import type ko from "~/locales/ko/people.json";
import { Button } from "~/ui/button";
import { CheckCard } from "~/ui/check-card";
import { Notice } from "~/ui/notice";
import { RadioRow } from "~/ui/radio-row";
import { Sheet } from "~/ui/sheet";
import { TextField } from "~/ui/text-field";
import { useSavePerson } from "./queries";

interface Props {
	/** The person that is corrected; null for a new one. */
	person: AccountPerson | null;
	onClose: () => void;
}

type Rule = "name" | "birth";
const FIELDS = { name: personFields.name, birth: personFields.birth };
const RELATIONS = ["child", "parent", "spouse", "other"] as const;
const AGE_OF_CONSENT = 14;
const CHOICE =
	"min-h-12 rounded-control border border-field bg-white px-2 has-checked:border-green-700 has-checked:bg-mint-100";

/** Who the law wants to agree: the legal guardian of somebody under 14, else the person. */
const consentFor = (birth: string) => (isYearsOld(birth, AGE_OF_CONSENT, new Date()) ? "agreed" : "guardian");

const genderOf = (person: AccountPerson | null): string =>
	typeof person?.gender === "number" ? String(person.gender) : "";

const isBirthFixed = (person: AccountPerson | null): boolean =>
	person?.hasRecords === true && person.birth !== null;

const plainBirth = (person: AccountPerson | null): string => person?.birth?.replaceAll(".", "") ?? "";

/** Adds or corrects a person, with the declaration that the person, or the legal guardian, agrees. */
export function EditSheet({ person, onClose }: Props) {
	const { t } = useTranslation("people");
	const initial = { name: person?.name ?? "", birth: plainBirth(person) };
	const form = useForm<Rule>(
		FIELDS,
		(rule) => t(`form.error.${rule as keyof typeof ko.form.error}`),
		initial,
	);
	const [relation, setRelation] = useState<string>(person?.relation ?? "child");
	const [gender, setGender] = useState(genderOf(person));
	const [birth, setBirth] = useState(initial.birth);
	const [agreed, setAgreed] = useState(false);
	const [tried, setTried] = useState(false);
	const save = useSavePerson(person?.id ?? null);
	const said = fieldMessages(save.error);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		setTried(true);
		const failing = form.validate();
		if (failing) return event.currentTarget.querySelector<HTMLElement>(`[name=${failing}]`)?.focus();
		if (!agreed || save.isPending) return;
		const { name, birth: born } = form.values.current;
		const body = { relation, name, birth: born, consent: consentFor(born) };
		save.mutate({ ...body, gender: gender === "" ? null : Number(gender) }, { onSuccess: onClose });
	};
	const field = (name: Rule) => {
		const own = form.field(name);
		return { ...own, error: own.error ?? said[name] };
	};
	return (
		<Sheet title={t(person ? "form.edit" : "form.add")} onClose={onClose}>
			<Form validationBehavior="aria" onSubmit={submit} className="mt-3 flex flex-col gap-4">
				<RadioRow
					label={t("relation.label")}
					choices={RELATIONS.map((each) => [each as string, t(`relation.${each}`)] as const)}
					value={relation}
					onChange={setRelation}
					row="grid grid-cols-4 gap-2"
					choice={CHOICE}
				/>
				<TextField {...field("name")} label={t("form.name")} autoComplete="off" isRequired />
				<TextField
					{...field("birth")}
					onChange={(value: string) => {
						form.field("birth").onChange(value);
						setBirth(value);
						setAgreed(false);
					}}
					label={t("form.birth")}
					hint={t(isBirthFixed(person) ? "form.birthFixed" : "form.birthHint")}
					inputMode="numeric"
					autoComplete="off"
					maxLength={10}
					isRequired
				/>
				<RadioRow
					label={t("form.gender")}
					choices={[
						["0", t("form.man")],
						["1", t("form.woman")],
						["", t("form.unknown")],
					]}
					value={gender}
					onChange={setGender}
					row="grid grid-cols-3 gap-2"
					choice={CHOICE}
				/>
				<Declaration
					birth={birth}
					isAgreed={agreed}
					isTried={tried}
					error={said.consent}
					onChange={setAgreed}
				/>
				<Failure error={Object.keys(said).length === 0 ? save.error : null} />
				<Button type="submit" isPending={save.isPending}>
					{t("form.save")}
				</Button>
			</Form>
		</Sheet>
	);
}

interface DeclarationProps {
	birth: string;
	isAgreed: boolean;
	/** The form was submitted. */
	isTried: boolean;
	error: string | undefined;
	onChange: (agreed: boolean) => void;
}

/** What the holder declares about somebody of this age; nothing before the birth date is typed. */
function Declaration({ birth, isAgreed, isTried, error, onChange }: DeclarationProps) {
	const { t } = useTranslation("people");
	if (!isBirth(birth, new Date())) return null;
	const consent = consentFor(birth);
	const missing = isTried && !isAgreed ? t("consent.needed") : undefined;
	return (
		<CheckCard
			checked={isAgreed}
			title={t(`consent.${consent}`)}
			error={error ?? missing}
			onChange={onChange}
		>
			{t(`consent.${consent}Why`)}
		</CheckCard>
	);
}

/** Why the person was not saved, where no field is to blame. */
function Failure({ error }: { error: unknown }) {
	const { t } = useTranslation();
	if (!error) return null;
	return (
		<Notice tone="danger">{isProblem(error) ? error.detail || error.title : t("error.unreachable")}</Notice>
	);
}
