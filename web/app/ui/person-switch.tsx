import { useTranslation } from "react-i18next";
import { bundleKo } from "~/i18n/i18n";
import type { AccountPerson } from "~/lib/api/types";
import { hasFamily, usePeople, usePersonInAddress } from "~/lib/people";
import ko from "~/locales/ko/people.json";
import { RadioRow } from "./radio-row";

bundleKo("people", ko);

interface Props {
	people: readonly AccountPerson[];
	/** The chosen person; null for the holder of the account, or for everybody where `all` is offered. */
	value: number | null;
	onChange: (id: number | null) => void;
	/** What the choice is for: whose records are shown, or whom something new is for. */
	label: "switch" | "for";
	/** Everybody together is a choice, and the holder is one of them. */
	all?: boolean;
}

/** Chooses one of the people of the account. */
export function PersonSwitch({ people, value, onChange, label, all }: Props) {
	const { t } = useTranslation("people");
	const codeOf = (person: AccountPerson) => (person.relation === "self" && !all ? "" : String(person.id));
	const choices = people.map((person) => {
		const text = person.relation === "self" ? t("me") : `${person.name} · ${relationOf(t, person.relation)}`;
		return [codeOf(person), text] as const;
	});
	return (
		<RadioRow
			label={t(label)}
			choices={all ? [["", t("all")] as const, ...choices] : choices}
			value={value === null ? "" : String(value)}
			onChange={(code) => onChange(code === "" ? null : Number(code))}
			row="flex flex-wrap gap-2"
			choice="min-h-11 rounded-full border border-field bg-white px-4 has-checked:border-green-700 has-checked:bg-mint-100"
		/>
	);
}

/** The same for the person that the address names; nothing for an account without a family. */
export function FamilySwitch({ label, all }: Pick<Props, "label" | "all">) {
	const people = usePeople().data?.people;
	const [value, choose] = usePersonInAddress();
	return hasFamily(people) ? (
		<PersonSwitch people={people} value={value} onChange={choose} label={label} all={all} />
	) : null;
}

type Relation = keyof typeof ko.relation;

/** What somebody is to the holder of the account, in words. */
export function relationOf(t: (key: `relation.${Relation}`) => string, relation: string): string {
	return t(`relation.${relation in ko.relation ? (relation as Relation) : "other"}`);
}
