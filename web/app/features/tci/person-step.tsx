import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isProblem } from "~/lib/api/problem";
import type { Application } from "~/lib/api/types";
import { Button } from "~/ui/button";
import { InstitutionCard } from "~/ui/institution-card";
import { PersonForm, type PersonValues } from "~/ui/person-form";
import { type ApplyDraft, personOf } from "./apply-draft";
import { ConsentBox } from "./consent-box";
import { useHandIn, useProvided } from "./queries";

interface Props {
	draft: ApplyDraft;
	onTyped: (values: PersonValues) => void;
	onBack: () => void;
	onDone: (application: Application, values: PersonValues) => void;
	/** The clinic has stopped taking applications meanwhile. */
	onGone: () => void;
}

/** Step 1: who the application is for. Handing it in makes the application, once. */
export function PersonStep({ draft, onTyped, onBack, onDone, onGone }: Props) {
	const { t } = useTranslation("tci");
	const { institution } = draft;
	const provided = useProvided(institution?.name ?? null);
	const handIn = useHandIn();
	const [agreed, setAgreed] = useState(false);
	const [missing, setMissing] = useState(false);
	const made = draft.clinicId !== null;
	const refused = isProblem(handIn.error) && handIn.error.code === "consent_required";
	const asks = !made && (provided.given !== true || refused);
	if (!institution) return null;

	const submit = (values: PersonValues) => {
		if (handIn.isPending) return;
		if (asks && !agreed) return setMissing(true);
		handIn.mutate(
			{
				institutionId: draft.institutionId,
				consentTo: asks ? institution.name : null,
				person: personOf(values),
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
			initial={draft.person}
			error={refused ? null : handIn.error}
			onTyped={onTyped}
			onSubmit={submit}
			above={<InstitutionCard institution={institution} label={t("apply.chosen")} />}
		>
			{asks ? (
				<ConsentBox
					recipient={institution.name}
					checked={agreed}
					missing={missing && !agreed}
					onChange={setAgreed}
				/>
			) : null}
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
