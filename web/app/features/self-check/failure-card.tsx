import type { Tci } from "~/lib/api/types";
import { PhotoButtons } from "~/ui/photo-buttons";
import { FailureWords } from "~/ui/tongue/failure-words";

interface Props {
	failure: NonNullable<Tci["failure"]>;
	onPick: (photo: File) => void;
}

/** Why a photo could not be read, and the ways to another one. */
export function FailureCard({ failure, onPick }: Props) {
	return (
		<section className="card animate-rise">
			<FailureWords failure={failure} />
			<div className="mt-5">
				<PhotoButtons onPick={onPick} />
			</div>
		</section>
	);
}
