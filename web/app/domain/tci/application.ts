import type { Application, Tci } from "~/shared/api/types";
import { countedScores, type Level, levelOf, percentOf } from "./grade";

/** The status of an analysis whose result the patient may see. */
const RELEASED = 2;

export type ApplicationState = "canceled" | "waiting" | "received" | "complete";

/** The state of an application's status number. */
export function stateOf(status: number): ApplicationState {
	if (status < 0) return "canceled";
	if (status === 0) return "waiting";
	return status === 1 ? "received" : "complete";
}

/** A state with the clinic's progress in it. */
export type ApplicationStage = ApplicationState | "analyzing" | "beforeReady";

/**
 * The stage of an application: "analyzing" once the clinic has a photo, "beforeReady" while only the result before
 * cleaning is released.
 */
export function stageOf(application: Application): ApplicationStage {
	const state = stateOf(application.status);
	if (state !== "received") return state;
	if (application.beforeTci?.status === RELEASED) return "beforeReady";
	return PHASES.some((phase) => tciOf(application, phase)?.tciPicture) ? "analyzing" : "received";
}

/** Whether it can still be withdrawn or refused. */
export const isOpen = (status: number): boolean => status === 0 || status === 1;

/** The grade of one analysis: "ready" before there is a reading, null while no score counts. */
export function gradeOf(tci: Tci | null): "ready" | Level | null {
	if (!tci?.tciPicture || tci.status === 0) return "ready";
	const scores = countedScores(tci);
	return scores ? levelOf(percentOf(scores)) : null;
}

export type Phase = "before" | "after";
export const PHASES: readonly Phase[] = ["before", "after"];

export function tciOf(application: Pick<Application, "beforeTci" | "afterTci">, phase: Phase): Tci | null {
	return phase === "before" ? application.beforeTci : application.afterTci;
}

/** Whether the clinic skips an analysis of the application. */
export const isSkipped = (application: Application, phase: Phase): boolean =>
	application.beforeOnly && phase === "after" && tciOf(application, phase) === null;
