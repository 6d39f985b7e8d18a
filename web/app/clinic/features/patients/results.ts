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

/** The index of one phase, where there is one. */
export function percentOfPhase(application: Application, phase: Phase): number | null {
	const tci = tciOf(application, phase);
	const scores = tci ? countedScores(tci) : null;
	return scores ? percentOf(scores) : null;
}

/** The analyses with a score, the oldest first. */
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

/** How the index changed in one visit. An AI's score is never compared with an expert's. */
export function changeOf({ beforeTci, afterTci }: Application): number | null {
	if (!beforeTci || !afterTci || beforeTci.status !== afterTci.status) return null;
	const [before, after] = [countedScores(beforeTci), countedScores(afterTci)];
	return before && after ? percentOf(after) - percentOf(before) : null;
}

/** Whether an analysis has a picture to look at. */
export const hasPicture = (tci: Tci | null): tci is Tci => Boolean(tci?.tciPicture);
