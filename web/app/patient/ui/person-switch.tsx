import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { relationOf } from "~/domain/person/person-label";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/people.json";
import { hasFamily, usePeople, usePersonInAddress } from "~/patient/lib/people";
import type { AccountPerson } from "~/shared/api/types";

bundleKo("people", ko);

// lazy: most accounts have one person and never show it
const SegmentedRadioGroup = lazy(() =>
	import("~/shared/ui/segmented-radio-group").then((module) => ({ default: module.SegmentedRadioGroup })),
);

interface Props {
	people: readonly AccountPerson[];
	/** The selected person; null for the account's holder, or for everybody with `all`. */
	value: number | null;
	onChange: (id: number | null) => void;
	/** The purpose: whose records are shown, or who something new is for. */
	label: "switch" | "check" | "analysis" | "claim";
	/** Adds a choice for everybody, and lists the holder by id. */
	all?: boolean;
}

/** Selects a person of the account. */
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

/** Selects the person in the URL; renders nothing for an account without a family. */
export function FamilySwitch({ label, all }: Pick<Props, "label" | "all">) {
	const people = usePeople().data?.people;
	const [value, choose] = usePersonInAddress();
	return hasFamily(people) ? (
		<PersonSwitch people={people} value={value} onChange={choose} label={label} all={all} />
	) : null;
}
