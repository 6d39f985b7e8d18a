import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EditSheet } from "~/features/people/edit-sheet";
import { PersonCard } from "~/features/people/person-card";
import { RemoveSheet } from "~/features/people/remove-sheet";
import { bundleKo } from "~/i18n/i18n";
import type { AccountPerson } from "~/lib/api/types";
import { usePeople } from "~/lib/people";
import ko from "~/locales/ko/people.json";
import { Button } from "~/ui/button";
import { LoadProblem } from "~/ui/load-problem";
import { Skeleton } from "~/ui/skeleton";

bundleKo("people", ko);

type Open = { edit: AccountPerson | null } | { remove: AccountPerson } | null;

/** The people of the account: adding, correcting and removing them. */
export default function AccountPeople() {
	const { t } = useTranslation("people");
	const people = usePeople();
	const [open, setOpen] = useState<Open>(null);
	const close = () => setOpen(null);
	if (people.error && !people.data) {
		return <LoadProblem error={people.error} onRetry={() => void people.refetch()} />;
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
			{open && "edit" in open ? <EditSheet person={open.edit} onClose={close} /> : null}
			{open && "remove" in open ? <RemoveSheet person={open.remove} onClose={close} /> : null}
		</div>
	);
}
