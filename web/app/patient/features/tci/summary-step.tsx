import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { PersonLabel } from "~/domain/person/person-label";
import { usePeople } from "~/patient/lib/people";
import { InstitutionSummary } from "~/patient/ui/institution-card";
import { fieldMessages, isProblem } from "~/shared/api/problem";
import { fieldProblemText } from "~/shared/api/problem-text";
import type { Application, ApplicationRequest } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";
import { type ApplyDraft, personOf } from "./apply-draft";
import { ConsentBox } from "./consent-box";
import { PersonDetails } from "./person-details";
import { type ApplyConsent, useApply, useNeededConsents } from "./queries";

/** Required by default while the given consents are unknown. */
const ALL_CONSENTS: readonly ApplyConsent[] = ["health", "provide"];

interface Props {
	draft: ApplyDraft;
	/** The idempotency key of an application. */
	keyOf: (application: ApplicationRequest) => string;
	onClinic: () => void;
	onPerson: () => void;
	onDone: (application: Application) => void;
	/** Called if the clinic no longer accepts applications. */
	onClinicGone: () => void;
	/** Called if the server rejected fields of the form. */
	onRefused: (error: unknown) => void;
}

/** Step 2: a summary, each part with a link to change it. Submitting creates the application only once. */
export function SummaryStep({ draft, keyOf, onClinic, onPerson, onDone, onClinicGone, onRefused }: Props) {
	const { t } = useTranslation("tci");
	const { institution } = draft;
	const people = usePeople().data?.people;
	const subject = people?.find((each) => each.id === draft.personId);
	const needed = useNeededConsents(institution?.id ?? null);
	const apply = useApply();
	const [agreed, setAgreed] = useState<readonly ApplyConsent[]>([]);
	const [isMissing, setMissing] = useState(false);
	const isUnagreed = isProblem(apply.error) && apply.error.code === "consent_required";
	const kinds = isUnagreed || needed === null ? ALL_CONSENTS : needed;
	if (!institution) return null;
	const person = personOf(draft.person, draft.personId);
	const send = () => {
		if (kinds.some((each) => !agreed.includes(each))) return setMissing(true);
		const body = { institutionId: institution.id, ...person };
		apply.mutate(
			{ consents: kinds, body, key: keyOf(body) },
			{
				onSuccess: onDone,
				onError: (error) => {
					if (isProblem(error) && error.code === "not_selectable") onClinicGone();
					else if (Object.keys(fieldMessages(error)).some((field) => field in draft.person)) onRefused(error);
				},
			},
		);
	};
	const change = (kind: ApplyConsent, checked: boolean) =>
		setAgreed((before) => [...before.filter((each) => each !== kind), ...(checked ? [kind] : [])]);
	return (
		<div className="flex flex-col gap-4">
			<SummarySection title={t("apply.chosen")} change={t("apply.changeClinic")} onChange={onClinic}>
				<InstitutionSummary institution={institution} />
			</SummarySection>
			<SummarySection title={t("apply.person")} change={t("apply.changePerson")} onChange={onPerson}>
				{subject ? <PersonLabel person={subject} /> : null}
				<PersonDetails person={person} />
			</SummarySection>
			{kinds.map((kind) => (
				<ConsentBox
					key={kind}
					kind={kind}
					recipient={institution.name}
					checked={agreed.includes(kind)}
					missing={isMissing && !agreed.includes(kind)}
					onChange={(checked) => change(kind, checked)}
				/>
			))}
			{apply.error ? <Notice tone="danger">{fieldProblemText(apply.error)}</Notice> : null}
			<Button isPending={apply.isPending} onPress={send}>
				{t("apply.send")}
			</Button>
		</div>
	);
}

interface PartProps {
	title: string;
	/** Accessible name of its button. */
	change: string;
	onChange: () => void;
	children: ReactNode;
}

function SummarySection({ title, change, onChange, children }: PartProps) {
	const { t } = useTranslation("tci");
	return (
		<section className="card flex flex-col gap-2">
			<div className="flex items-center justify-between gap-3">
				<h2 className="text-header">{title}</h2>
				<button
					type="button"
					aria-label={change}
					className={buttonStyle("quiet", "-my-2 -mr-2 shrink-0", "tight")}
					onClick={onChange}
				>
					{t("apply.change")}
				</button>
			</div>
			{children}
		</section>
	);
}
