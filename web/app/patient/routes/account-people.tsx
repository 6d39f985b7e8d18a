import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/people.json";
import { PersonCard } from "~/patient/features/people/person-card";
import { RemovePersonDialog } from "~/patient/features/people/remove-person-dialog";
import { PERSON, usePeople } from "~/patient/lib/people";
import type { AccountPerson } from "~/shared/api/types";
import { withParameter } from "~/shared/lib/redirect";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { useRedirect } from "~/shared/lib/use-redirect";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("people", ko);

const PersonDialog = lazy(() =>
	import("~/patient/features/people/person-dialog").then((module) => ({ default: module.PersonDialog })),
);

type OpenDialog = { edit: AccountPerson | null } | { remove: AccountPerson } | null;

export const handle: RouteHandle = { back: "/account", title: "people" };

/** The people of the account: adding, correcting and removing them. */
export default function AccountPeople() {
	const { t } = useTranslation("people");
	const people = usePeople();
	const [open, setOpen] = useState<OpenDialog>(null);
	const close = () => setOpen(null);
	const back = useRedirect();
	const navigate = useNavigate();
	const onSaved = (person: AccountPerson, isNew: boolean) => {
		if (!back || !isNew) return close();
		void navigate(withParameter(back, PERSON, String(person.id)), { replace: true });
	};
	if (people.error && !people.data) {
		return <ErrorState error={people.error} onRetry={() => void people.refetch()} />;
	}
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<div className="mb-1">
				<h1 className="text-title">{t("title")}</h1>
				<p className="mt-1 text-ink-600">{t("text")}</p>
			</div>
			{people.data ? (
				<ul className="flex flex-col gap-3.5">
					{people.data.people.map((person) => (
						<PersonCard
							key={person.id}
							person={person}
							onEdit={() => setOpen({ edit: person })}
							onRemove={() => setOpen({ remove: person })}
						/>
					))}
				</ul>
			) : (
				<Skeleton className="h-28 rounded-card" />
			)}
			<Button onPress={() => setOpen({ edit: null })}>{t("add")}</Button>
			{back ? (
				<Link to={back} replace className={buttonStyle("secondary")}>
					{t("back")}
				</Link>
			) : null}
			{open && "edit" in open ? (
				<Suspense fallback={null}>
					<PersonDialog
						person={open.edit}
						onSaved={(person) => onSaved(person, open.edit === null)}
						onClose={close}
					/>
				</Suspense>
			) : null}
			{open && "remove" in open ? <RemovePersonDialog person={open.remove} onClose={close} /> : null}
		</div>
	);
}
