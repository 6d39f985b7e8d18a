import type { ReactNode } from "react";
import type { Institution } from "~/shared/api/types";
import { formatPhone } from "~/shared/lib/format";

/** A clinic's name, representative and address. */
export function InstitutionSummary({ institution }: { institution: Institution }) {
	return (
		<span className="block min-w-0">
			<span className="block font-bold">{institution.name}</span>
			<span className="mt-0.5 block text-[14px] text-ink-600">{institution.representativeName}</span>
			<span className="block text-[14px] text-ink-600">{institution.address}</span>
		</span>
	);
}

interface Props {
	institution: Institution;
	label: ReactNode;
	/** Action at the right edge. */
	action?: ReactNode;
}

/** The selected clinic as a card. */
export function InstitutionCard({ institution, label, action }: Props) {
	return (
		<section className="rounded-[18px] border border-green-700/25 bg-mint-50 p-4">
			<div className="-mr-3 flex flex-wrap items-start">
				<div className="min-w-0 flex-1">
					<h2 className="mb-1 text-meta font-semibold text-green-700">{label}</h2>
					<InstitutionSummary institution={institution} />
				</div>
				{action}
			</div>
			{institution.phoneNumber ? (
				<a
					href={`tel:${institution.phoneNumber}`}
					className="number -ml-1 inline-flex min-h-12 items-center rounded-control px-1 text-[14px] text-green-700 underline"
				>
					{formatPhone(institution.phoneNumber)}
				</a>
			) : null}
		</section>
	);
}
