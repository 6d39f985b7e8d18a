import { useTranslation } from "react-i18next";
import { isStatus } from "~/lib/api/problem";
import type { AccountPerson, Application } from "~/lib/api/types";
import { Button } from "~/ui/button";
import { InstitutionCard } from "~/ui/institution-card";
import { PersonForm, type PersonValues } from "~/ui/person-form";
import { SubjectChoice } from "~/ui/subject-choice";
import { type ApplyDraft, personOf } from "./apply-draft";
import { useHandIn } from "./queries";

interface Props {
	draft: ApplyDraft;
	onTyped: (values: PersonValues) => void;
	/** Another person of the account is chosen. */
	onSubject: (person: AccountPerson) => void;
	onBack: () => void;
	onDone: (application: Application | null, values: PersonValues) => void;
}

const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

/** Step 2: the application as it was made; what is changed here is changed there while it waits. */
export function CheckStep({ draft, onTyped, onSubject, onBack, onDone }: Props) {
	const { t } = useTranslation("tci");
	const handIn = useHandIn();
	const { institution } = draft;
	if (!institution) return null;
	const submit = (values: PersonValues) => {
		if (handIn.isPending) return;
		const person = personOf(values, draft.personId);
		if (draft.sent && same(person, draft.sent)) return onDone(null, values);
		const { institutionId, idempotencyKey, clinicId } = draft;
		handIn.mutate(
			{ institutionId, consents: [], person, idempotencyKey, clinicId },
			{ onSuccess: (application) => onDone(application, values) },
		);
	};
	return (
		<PersonForm
			key={draft.personId}
			initial={draft.person}
			error={handIn.error}
			onTyped={onTyped}
			onSubmit={submit}
			above={
				<>
					<p className="-mt-1 text-ink-600">{t("apply.checkText")}</p>
					<InstitutionCard institution={institution} label={t("apply.chosen")} />
					<SubjectChoice personId={draft.personId} onChoose={onSubject} />
				</>
			}
		>
			{isStatus(handIn.error, 409) ? (
				<Button tone="quiet" onPress={() => onDone(null, draft.person)}>
					{t("apply.asItWas")}
				</Button>
			) : null}
			<div className="mt-2 grid grid-cols-[auto_1fr] gap-2">
				<Button tone="secondary" onPress={onBack}>
					{t("apply.before")}
				</Button>
				<Button type="submit" isPending={handIn.isPending}>
					{t("apply.next")}
				</Button>
			</div>
		</PersonForm>
	);
}
