import { useTranslation } from "react-i18next";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/people.json";
import type { PersonLabel as Label } from "~/shared/api/types";

bundleKo("people", ko);

/** The person's name, unless it is the account's holder. */
export function PersonLabel({ person }: { person: Label | null | undefined }) {
	const { t } = useTranslation("people");
	if (!person || person.relation === "self") return null;
	return (
		<p className="text-meta font-semibold text-green-800">
			{person.name} · {relationOf(t, person.relation)}
		</p>
	);
}

type Relation = keyof typeof ko.relation;

/** The relation to the account's holder as text. */
export function relationOf(t: (key: `relation.${Relation}`) => string, relation: string): string {
	return t(`relation.${relation in ko.relation ? (relation as Relation) : "other"}`);
}
