import { useTranslation } from "react-i18next";
import { bundleKo } from "~/i18n/i18n";
import type { PersonLabel as Label } from "~/lib/api/types";
import ko from "~/locales/ko/people.json";
import { relationOf } from "./person-switch";

bundleKo("people", ko);

/** Whose a record is, where it is not that of the account's holder. */
export function PersonLabel({ person }: { person: Label | null | undefined }) {
	const { t } = useTranslation("people");
	if (!person || person.relation === "self") return null;
	return (
		<p className="text-meta font-semibold text-green-800">
			{person.name} · {relationOf(t, person.relation)}
		</p>
	);
}
