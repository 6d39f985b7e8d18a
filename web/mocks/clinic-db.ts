import type { Application, Tci, WorkItem } from "~/shared/api/types";
import { ACCESS_LOG, ACCESS_MONTHS } from "./access-seeds";
import {
	analysis,
	INVITES,
	MEMBERS,
	type Row,
	row,
	SNIPPETS,
	STAFF,
	seeds,
	THICK,
	THIN,
} from "./clinic-seeds";
import { picture } from "./db";
import { FINDINGS, SETTLEMENTS } from "./payment-seeds";
import { photoAddress } from "./photo";

/** State of the clinics' part of the offline mode, until the page is reloaded. */
export const clinicDb = {
	isSignedIn: false,
	isSecondFactorPending: false,
	isSecondFactorRequired: false,
	staff: { ...STAFF },
	members: MEMBERS.map((each) => ({ ...each })),
	applications: seeds(),
	invites: INVITES.map((each) => ({ ...each })),
	findings: FINDINGS.map((each) => ({ ...each })),
	settlements: [...SETTLEMENTS],
	accessLog: [...ACCESS_LOG],
	accessMonths: ACCESS_MONTHS.map((each) => ({ ...each })),
	accessLogIsSound: true,
	accessLogCheckedUntil: "2026-10-31" as string | null,
	snippets: SNIPPETS.map((each) => ({ ...each })),
	/** Clinics that no longer accept applications. */
	closed: new Set<number>(),
	/** The patient's favorites, most recently marked first. */
	favorites: [] as number[],
	/** How many more reads of an analysis are returned as pending. */
	waits: new Map<number, number>(),
	nextId: 300,
};

export function resetClinicDb(): void {
	Object.assign(clinicDb, {
		isSignedIn: false,
		isSecondFactorPending: false,
		isSecondFactorRequired: false,
		staff: { ...STAFF },
		members: MEMBERS.map((each) => ({ ...each })),
		applications: seeds(),
		invites: INVITES.map((each) => ({ ...each })),
		findings: FINDINGS.map((each) => ({ ...each })),
		accessLog: [...ACCESS_LOG],
		accessMonths: ACCESS_MONTHS.map((each) => ({ ...each })),
		accessLogIsSound: true,
		accessLogCheckedUntil: "2026-10-31",
		snippets: SNIPPETS.map((each) => ({ ...each })),
		favorites: [],
		nextId: 300,
	});
	clinicDb.closed.clear();
	clinicDb.waits.clear();
}

export const newId = (): number => {
	clinicDb.nextId += 1;
	return clinicDb.nextId;
};

/** A new application, with its two analyses still without pictures. */
export function newApplication(person: Application["patientInstitution"], patientId: number | null): Row {
	const today = new Date().toISOString();
	const made = row({
		id: newId(),
		name: person.name,
		status: patientId === null ? 1 : 0,
		date: today.slice(0, 10),
		before: null,
		after: null,
		patientId,
	});
	const application: Row = {
		...made,
		createdAt: today,
		patientInstitution: person,
		unread: patientId !== null,
	};
	clinicDb.applications.push(application);
	return application;
}

export function replaceTci(application: Row, tci: Tci): void {
	if (application.beforeTci?.id === tci.id) application.beforeTci = tci;
	else application.afterTci = tci;
}

/** Adds a picture to a phase, and its analysis if there is none yet. It is read after one or two polls. */
export function takePicture(application: Row, phase: string): void {
	const earlier = phase === "before" ? application.beforeTci : application.afterTci;
	const tci = analysis(earlier?.id ?? newId(), new Date().toISOString().slice(0, 10), null);
	const shown = photoAddress(phase === "before" ? THICK : THIN);
	const taken: Tci = {
		...tci,
		version: (earlier?.version ?? 0) + 1,
		tciNumber: earlier?.tciNumber ?? tci.tciNumber,
		tciPicture: tci.tciPicture && { ...tci.tciPicture, pictureUrl: shown },
	};
	if (phase === "before") application.beforeTci = taken;
	else application.afterTci = taken;
	clinicDb.waits.set(taken.id, 1);
}

/** A poll of an application: pending pictures are read after a few polls. */
export function advanceReading(application: Row): Row {
	for (const tci of [application.beforeTci, application.afterTci]) {
		if (!tci?.tciPicture || tci.status > 0 || tci.failure) continue;
		const waits = clinicDb.waits.get(tci.id) ?? 0;
		clinicDb.waits.set(tci.id, waits - 1);
		if (waits > 0) continue;
		const scores = application.beforeTci === tci ? THICK : THIN;
		const read = picture(scores, new Date().toISOString());
		replaceTci(application, { ...tci, status: 1, tciPicture: read });
	}
	return application;
}

/** The row for staff, with its derived fields. */
export function asWork(row: Row): Row {
	const analyses = [row.beforeTci, row.afterTci];
	const needsWork = row.status === 0 || row.status === 1;
	return {
		...row,
		needsWork,
		unread: row.unread && needsWork,
		photos: analyses.filter((tci) => tci?.tciPicture).length,
		released: analyses.filter((tci) => tci?.status === 2).length,
	};
}

/** The row as an application, without staff's fields. */
export const asApplication = (row: WorkItem): Application => {
	const { unread: _unread, ...application } = asWork(row);
	return application;
};
