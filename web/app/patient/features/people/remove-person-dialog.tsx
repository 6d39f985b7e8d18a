import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import type { AccountPerson } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { useRemovePerson } from "./queries";

/** Explains what removing a person means, and removes it. */
export function RemovePersonDialog({ person, onClose }: { person: AccountPerson; onClose: () => void }) {
	const { t } = useTranslation("people");
	const remove = useRemovePerson(person.id);
	return (
		<Dialog title={t("removal.title", { name: person.name })} onClose={onClose}>
			<ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-ink-600">
				<li>{t("removal.hidden")}</li>
				<li>{t("removal.erased")}</li>
				<li>{t("removal.claims")}</li>
			</ul>
			{remove.error ? (
				<div className="mt-3">
					<Notice tone="danger">{problemText(remove.error)}</Notice>
				</div>
			) : null}
			<div className="mt-4 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("removal.keep")}
				</Button>
				<Button
					tone="danger"
					isPending={remove.isPending}
					onPress={() => remove.mutate(undefined, { onSuccess: onClose })}
				>
					{t("removal.do")}
				</Button>
			</div>
		</Dialog>
	);
}
