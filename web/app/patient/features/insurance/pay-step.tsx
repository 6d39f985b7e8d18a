import { useRef } from "react";
import { href, useNavigate } from "react-router";
import { usePeople } from "~/patient/lib/people";
import type { Patient } from "~/shared/api/types";
import { randomKey } from "~/shared/lib/random-key";
import { type ClaimDraft, forgetClaim, saveAccount } from "./claim-draft";
import { DocumentsStep } from "./documents-step";
import { detailsFrom } from "./initial-values";
import { completeOf } from "./mobile-return";
import type { DetailValues, InfoValues } from "./schema";

interface Props {
	draft: ClaimDraft;
	info: InfoValues;
	patient: Patient;
	back: number;
	onChange: (change: Partial<ClaimDraft>) => void;
	onBack: () => void;
	onRefused: (error: unknown) => boolean;
}

/** What an order contains and the draft does not. */
const secretsOf = ({ accountNumber, residentFront, residentBack }: DetailValues): string =>
	[accountNumber, residentFront, residentBack].join();

/** The documents step with its payment, and the navigation afterwards. */
export function PayStep({ draft, patient, onChange, ...rest }: Props) {
	const navigate = useNavigate();
	const insured = usePeople().data?.people.find(({ id }) => id === draft.personId);
	const birth = draft.personId === null ? patient.birth : insured?.birth;
	const initial = detailsFrom(draft, patient, birth);
	const secrets = useRef(secretsOf(initial));
	return (
		<DocumentsStep
			{...rest}
			draft={draft}
			initial={initial}
			onChange={onChange}
			onDetailsChange={(values) => {
				const { bankName, depositor, zipcode, address, addressDetail, accountNumber } = values;
				const isOther = secretsOf(values) !== secrets.current;
				secrets.current = secretsOf(values);
				saveAccount(patient.id, accountNumber);
				onChange({
					payout: { bankName, depositor },
					address: { zipcode, address, addressDetail },
					...(isOther ? { orderKey: randomKey() } : {}),
				});
			}}
			onPaid={(oid) => {
				// `useEarlierOrder` shows that of the earlier order.
				if (oid !== draft.earlierOid) void navigate(completeOf(oid), { replace: true });
			}}
			onSent={(id) => {
				forgetClaim(patient.id);
				void navigate(href("/insurance/:id", { id: String(id) }), { replace: true });
			}}
		/>
	);
}
