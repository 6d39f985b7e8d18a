import { FavoriteToggle } from "~/patient/ui/favorite-toggle";
import { InstitutionSummary } from "~/patient/ui/institution-card";
import type { Institution } from "~/shared/api/types";
import { NextIcon } from "~/shared/ui/icons";

interface Props {
	title: string;
	institutions: readonly Institution[];
	onChoose: (institution: Institution) => void;
}

/** A list of clinics that are offered without a search. */
export function ClinicChoices({ title, institutions, onChoose }: Props) {
	return (
		<div>
			<h2 className="mb-2 text-meta font-semibold text-ink-600">{title}</h2>
			<ul aria-label={title} className="flex flex-col gap-2.5">
				{institutions.map((each) => (
					<li
						key={each.id}
						className="flex flex-wrap items-center rounded-[18px] border border-line bg-white pl-1 transition duration-150 ease-out hover:border-green-700/40 hover:shadow-float"
					>
						<FavoriteToggle institution={each} />
						<button
							type="button"
							onClick={() => onChoose(each)}
							className="flex min-w-0 flex-1 items-center gap-3 rounded-[18px] py-4 pr-4 pl-1 text-left active:opacity-70"
						>
							<span className="min-w-0 flex-1">
								<InstitutionSummary institution={each} />
							</span>
							<NextIcon className="size-4 text-ink-600" />
						</button>
					</li>
				))}
			</ul>
		</div>
	);
}
