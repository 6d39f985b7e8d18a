import { useTranslation } from "react-i18next";
import { PersonForm, type PersonValues } from "~/domain/person/person-form";
import { SubjectChoice } from "~/patient/ui/subject-choice";
import type { AccountPerson } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import type { ApplyDraft } from "./apply-draft";

interface Props {
	draft: ApplyDraft;
	/** The server's problem with these fields. */
	error: unknown;
	onChange: (values: PersonValues) => void;
	/** Called when another person of the account is selected. */
	onSubject: (person: AccountPerson) => void;
	onBack: () => void;
	onDone: (values: PersonValues) => void;
}

/** Step 1: the person that the application is for. */
export function PersonStep({ draft, error, onChange, onSubject, onBack, onDone }: Props) {
	const { t } = useTranslation("tci");
	return (
		<PersonForm
			key={draft.personId}
			initial={draft.person}
			error={error}
			onChange={onChange}
			onSubmit={onDone}
			above={<SubjectChoice personId={draft.personId} onChoose={onSubject} label="analysis" />}
		>
			<div className="mt-2 grid grid-cols-[auto_1fr] gap-2">
				<Button tone="secondary" onPress={onBack}>
					{t("apply.before")}
				</Button>
				<Button type="submit">{t("apply.next")}</Button>
			</div>
		</PersonForm>
	);
}
