import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { relationOf } from "~/domain/person/person-label";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/people.json";
import { hasFamily, usePeople, usePersonInAddress } from "~/patient/lib/people";
import type { AccountPerson } from "~/shared/api/types";

bundleKo("people", ko);

// most accounts hold one person, and never need it
const SegmentedRadioGroup = lazy(() =>
	import("~/shared/ui/segmented-radio-group").then((module) => ({ default: module.SegmentedRadioGroup })),
);

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
		<Suspense fallback={<div className="h-20" />}>
			<SegmentedRadioGroup
				label={t(label)}
				choices={all ? [["", t("all")] as const, ...choices] : choices}
				value={value === null ? "" : String(value)}
				onChange={(code) => onChange(code === "" ? null : Number(code))}
				row="flex flex-wrap gap-2"
				choice="min-h-12 rounded-full border border-field bg-white px-4 has-checked:border-green-700 has-checked:bg-mint-100"
			/>
		</Suspense>
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
