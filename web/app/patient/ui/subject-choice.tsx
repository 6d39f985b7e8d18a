import { useTranslation } from "react-i18next";
import { href, Link, useLocation } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/people.json";
import { hasFamily, usePeople } from "~/patient/lib/people";
import type { AccountPerson } from "~/shared/api/types";
import { withRedirect } from "~/shared/lib/redirect";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";
import { PersonSwitch } from "./person-switch";

bundleKo("people", ko);

interface Props {
	/** The person that something new is for; null for the account's holder. */
	personId: number | null;
	onChoose: (person: AccountPerson) => void;
	label: "analysis" | "claim";
}

/** Selects the person that something new is for, with a link to add somebody. */
export function SubjectChoice({ personId, onChoose, label }: Props) {
	const { t } = useTranslation("people");
	const people = usePeople().data?.people;
	const holder = people?.find((each) => each.relation === "self");
	const chosen = people?.find((each) => each.id === personId);
	const { pathname, search } = useLocation();
	const choose = (id: number | null) => {
		const next = id === null ? holder : people?.find((each) => each.id === id);
		if (next) onChoose(next);
	};
	return (
		<div className="flex flex-wrap items-end justify-between gap-2">
			{hasFamily(people) ? (
				<PersonSwitch
					people={people}
					value={personId === holder?.id ? null : personId}
					onChange={choose}
					label={label}
				/>
			) : null}
			<Link
				to={withRedirect(href("/account/people"), pathname + search)}
				className={buttonStyle("quiet", "-mx-3.5", "tight")}
			>
				{t(hasFamily(people) ? "manage" : "add")}
			</Link>
			{chosen?.missingConsent ? (
				<Notice tone="warning">
					{t(chosen.missingConsent === "guardian" ? "consent.missing.guardian" : "consent.missing.agreed")}
				</Notice>
			) : null}
		</div>
	);
}
