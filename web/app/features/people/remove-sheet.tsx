import { useTranslation } from "react-i18next";
import { isProblem } from "~/lib/api/problem";
import type { AccountPerson } from "~/lib/api/types";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Sheet } from "~/ui/sheet";
import { useRemovePerson } from "./queries";

/** Says what removing a person means, and does it. */
export function RemoveSheet({ person, onClose }: { person: AccountPerson; onClose: () => void }) {
	const { t } = useTranslation("people");
	const remove = useRemovePerson(person.id);
	return (
		<Sheet title={t("removal.title", { name: person.name })} onClose={onClose}>
			<ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-ink-600">
				<li>{t("removal.hidden")}</li>
				<li>{t("removal.erased")}</li>
				<li>{t("removal.claims")}</li>
			</ul>
			{remove.error ? (
				<div className="mt-3">
					<Notice tone="danger">
						{isProblem(remove.error) ? remove.error.detail : t("error.unreachable", { ns: "common" })}
					</Notice>
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
		</Sheet>
	);
}
