import type { Tci } from "~/shared/api/types";

type Taken = Pick<Tci, "id" | "shootingAt">;

/** Compares analyses by the time of the photo that they show. The ids keep the order in which they were first made. */
export const compareTimes = (a: Taken, b: Taken): number =>
	Date.parse(a.shootingAt) - Date.parse(b.shootingAt) || a.id - b.id;

/** The analyses with the newest photo first. */
export const newestFirst = (tcis: readonly Tci[]): Tci[] => [...tcis].sort((a, b) => compareTimes(b, a));
