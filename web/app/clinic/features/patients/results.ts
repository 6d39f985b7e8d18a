import { PHASES, type Phase, tciOf } from "~/domain/tci/application";
import { countedScores, percentOf } from "~/domain/tci/grade";
import type { Application, Tci } from "~/shared/api/types";

/** One point of the trend: an analysis with a score. */
export interface TrendPoint {
	tciId: number;
	phase: Phase;
	at: string;
	percent: number;
}

/** The TCI of one phase in percent, or null. */
export function percentOfPhase(application: Application, phase: Phase): number | null {
	const tci = tciOf(application, phase);
	const scores = tci ? countedScores(tci) : null;
	return scores ? percentOf(scores) : null;
}

/** The analyses with a score, oldest first. */
export function trendOf(applications: readonly Application[]): TrendPoint[] {
	return applications
		.flatMap((application) =>
			PHASES.flatMap((phase) => {
				const percent = percentOfPhase(application, phase);
				const tci = tciOf(application, phase);
				return percent === null || !tci ? [] : [{ tciId: tci.id, phase, at: tci.shootingAt, percent }];
			}),
		)
		.sort((a, b) => a.at.localeCompare(b.at) || a.tciId - b.tciId);
}

/** Change of the TCI within one visit. An AI score is never compared with an expert's. */
export function changeOf({ beforeTci, afterTci }: Application): number | null {
	if (!beforeTci || !afterTci || beforeTci.status !== afterTci.status) return null;
	const [before, after] = [countedScores(beforeTci), countedScores(afterTci)];
	return before && after ? percentOf(after) - percentOf(before) : null;
}

export const hasPicture = (tci: Tci | null): tci is Tci => Boolean(tci?.tciPicture);
