import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isProblem } from "~/lib/api/problem";
import type { AccountPerson, Application } from "~/lib/api/types";
import { Button } from "~/ui/button";
import { InstitutionCard } from "~/ui/institution-card";
import { PersonForm, type PersonValues } from "~/ui/person-form";
import { SubjectChoice } from "~/ui/subject-choice";
import { type ApplyDraft, personOf } from "./apply-draft";
import { ConsentBox } from "./consent-box";
import { type ApplyConsent, useHandIn, useNeededConsents } from "./queries";

/** Asked for while it is not known what stands. */
const BOTH: readonly ApplyConsent[] = ["health", "provide"];

interface Props {
	draft: ApplyDraft;
	onTyped: (values: PersonValues) => void;
	/** Another person of the account is chosen. */
	onSubject: (person: AccountPerson) => void;
	onBack: () => void;
	onDone: (application: Application, values: PersonValues) => void;
	/** The clinic has stopped taking applications meanwhile. */
	onGone: () => void;
}

/** Step 1: who the application is for. Handing it in makes the application, once. */
export function PersonStep({ draft, onTyped, onSubject, onBack, onDone, onGone }: Props) {
	const { t } = useTranslation("tci");
	const { institution } = draft;
	const needed = useNeededConsents(institution?.id ?? null);
	const handIn = useHandIn();
	const [agreed, setAgreed] = useState<readonly ApplyConsent[]>([]);
	const [missing, setMissing] = useState(false);
	const made = draft.clinicId !== null;
	const refused = isProblem(handIn.error) && handIn.error.code === "consent_required";
	const asked = made ? [] : refused || needed === null ? BOTH : needed;
	if (!institution) return null;

	const submit = (values: PersonValues) => {
		if (handIn.isPending) return;
		if (asked.some((each) => !agreed.includes(each))) return setMissing(true);
		handIn.mutate(
			{
				institutionId: draft.institutionId,
				consents: asked,
				person: personOf(values, draft.personId),
				idempotencyKey: draft.idempotencyKey,
				clinicId: draft.clinicId,
			},
			{
				onSuccess: (application) => onDone(application, values),
				onError: (error) => {
					if (isProblem(error) && error.code === "not_selectable") onGone();
				},
			},
		);
	};
	return (
		<PersonForm
			key={draft.personId}
			initial={draft.person}
			error={refused ? null : handIn.error}
			onTyped={onTyped}
			onSubmit={submit}
			above={
				<>
					<InstitutionCard institution={institution} label={t("apply.chosen")} />
					<SubjectChoice personId={draft.personId} onChoose={onSubject} />
				</>
			}
		>
			{asked.map((kind) => (
				<ConsentBox
					key={kind}
					kind={kind}
					recipient={institution.name}
					checked={agreed.includes(kind)}
					missing={missing && !agreed.includes(kind)}
					onChange={(checked) =>
						setAgreed((before) => [...before.filter((each) => each !== kind), ...(checked ? [kind] : [])])
					}
				/>
			))}
			<div className={`mt-2 grid gap-2 ${made ? "" : "grid-cols-[auto_1fr]"}`}>
				{made ? null : (
					<Button tone="secondary" onPress={onBack}>
						{t("apply.otherClinic")}
					</Button>
				)}
				<Button type="submit" isPending={handIn.isPending}>
					{made ? t("apply.next") : t("apply.send")}
				</Button>
			</div>
		</PersonForm>
	);
}
