import type * as T from "~/ops/types";
import {
	ACCOUNTS,
	ago,
	CHANNEL,
	CLINICS,
	JOBS,
	OPERATORS,
	OPS_INSURERS,
	OPS_PERMISSIONS,
	QUEUES,
	TENANTS,
	VERSIONS,
} from "./ops-seeds";
import { FINDINGS } from "./payment-seeds";

/** State of the operators' part of the offline mode, until the page is reloaded. */
const initialDb = () => ({
	me: null as T.Operator | null,
	isCodePending: false,
	environment: "local",
	operators: structuredClone(OPERATORS),
	audit: [] as T.AuditRow[],
	queues: structuredClone(QUEUES),
	jobs: structuredClone(JOBS),
	bulks: [] as T.Bulk[],
	tenants: structuredClone(TENANTS),
	clinics: structuredClone(CLINICS),
	insurers: structuredClone(OPS_INSURERS),
	accounts: structuredClone(ACCOUNTS),
	channel: structuredClone(CHANNEL) as T.KakaoChannel | null,
	findings: FINDINGS.filter(({ needsPerson }) => needsPerson).map(
		(each): T.Finding => ({
			id: each.id,
			tenantId: 1,
			tenant: "hyeobom",
			kind: each.kind,
			oid: each.oid,
			transactionKey: "tx_20261120_0031",
			ourAmount: each.ourAmount,
			theirAmount: each.theirAmount,
			foundAt: each.foundAt,
			needsPerson: true,
		}),
	),
	versions: structuredClone(VERSIONS),
	changes: [] as T.ModelChange[],
	runs: [] as T.RetentionRun[],
	nextId: 9_000,
});

export const opsDb = initialDb();

export function resetOpsDb(): void {
	Object.assign(opsDb, initialDb());
}

export const newOpsId = (): number => {
	opsDb.nextId += 1;
	return opsDb.nextId;
};

/** Whether the signed-in operator has a permission. */
export const may = (permission: string): boolean =>
	opsDb.me !== null && (OPS_PERMISSIONS[opsDb.me.role] ?? []).includes(permission);

/** Adds an entry to the audit. */
export function note(
	action: string,
	subject: string,
	reason: string | null = null,
	tenant: string | null = null,
): void {
	opsDb.audit.unshift({
		seq: opsDb.audit.length + 1,
		at: ago(0),
		operatorId: opsDb.me?.id ?? null,
		loginId: opsDb.me?.loginId ?? null,
		name: opsDb.me?.name ?? null,
		clientAddress: "203.0.113.9",
		action,
		subject,
		reason,
		tenant,
		requestId: `req-${newOpsId()}`,
	});
}
