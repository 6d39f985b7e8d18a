import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import type { AccountPerson } from "~/lib/api/types";
import { hasFamily, usePeople } from "~/lib/people";
import ko from "~/locales/ko/people.json";
import { pathTo } from "~/route-table";
import { buttonStyle } from "./button-style";
import { PersonSwitch } from "./person-switch";

bundleKo("people", ko);

interface Props {
	/** Whom something new is for; null for the holder of the account. */
	personId: number | null;
	onChoose: (person: AccountPerson) => void;
}

/** Chooses whom something new is for, and leads to where somebody is added. */
export function SubjectChoice({ personId, onChoose }: Props) {
	const { t } = useTranslation("people");
	const people = usePeople().data?.people;
	const holder = people?.find((each) => each.relation === "self");
	const choose = (id: number | null) => {
		const chosen = id === null ? holder : people?.find((each) => each.id === id);
		if (chosen) onChoose(chosen);
	};
	return (
		<div className="flex flex-wrap items-end justify-between gap-2">
			{hasFamily(people) ? (
				<PersonSwitch
					people={people}
					value={personId === holder?.id ? null : personId}
					onChange={choose}
					label="for"
				/>
			) : null}
			<Link to={pathTo("people")} className={buttonStyle("quiet", "-mx-3.5 min-h-11!", "tight")}>
				{t(hasFamily(people) ? "manage" : "add")}
			</Link>
		</div>
	);
}
