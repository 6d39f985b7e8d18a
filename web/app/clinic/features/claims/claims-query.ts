import {
	keepPreviousData,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import type { StaffClaim, Statement } from "~/domain/claim/types";
import { unwrap } from "~/shared/api/unwrap";
import { storeFile } from "~/shared/image/store";
import { saveFile } from "~/shared/lib/save-file";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";
import type { ClaimFilters } from "./claim-filters";
import { useForgetStatement } from "./use-statement-draft";

const PAGE_SIZE = 20;
const POLL_INTERVAL_MS = 15_000;
/** The server's size limit of a document. */
const MAX_BYTES = 10 * 1024 * 1024;
const PDF_MARK = "%PDF-";

const listKey = $api.queryOptions("get", "/institutions/insurances").queryKey;
const claimOptions = (id: number) =>
	$api.queryOptions("get", "/institutions/insurances/{id}", { params: { path: { id } } });

/** The claims at this clinic, newest first. */
export function useClinicClaims({ status, q }: ClaimFilters) {
	return useInfiniteQuery({
		queryKey: [...listKey, "pages", status, q],
		queryFn: ({ pageParam, signal }) => {
			const query = {
				limit: PAGE_SIZE,
				...(status === null ? {} : { status }),
				...(q ? { q } : {}),
				...(pageParam === null ? {} : { before: pageParam }),
			};
			return unwrap(api.GET("/institutions/insurances", { params: { query }, signal }));
		},
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next ?? null,
		placeholderData: keepPreviousData,
		refetchInterval: POLL_INTERVAL_MS,
	});
}

/** One claim, refetched regularly: the patient and others may change it. */
export function useClinicClaim(id: number) {
	return useQuery({ ...claimOptions(id), refetchInterval: POLL_INTERVAL_MS });
}

/** Mutation callbacks: cache the returned claim, or refetch it after an error. */
function useOutcome(id: number) {
	const client = useQueryClient();
	return {
		onSuccess: (claim: StaffClaim) => {
			client.setQueryData(claimOptions(id).queryKey, { insuranceClaim: claim });
			void client.invalidateQueries({ queryKey: listKey });
		},
		onError: () => client.invalidateQueries({ queryKey: claimOptions(id).queryKey }),
	};
}

/** Whether a document is issued, released to the patient or not. */
export const isIssued = (claim: StaffClaim, code: string): boolean =>
	claim.issuedDocuments.some((each) => each.code === code && each.kept);

interface Change {
	status?: 1 | 2 | -1;
	reason?: string;
	trackingNumber?: string;
}

/** Sets the status: accept (1), release the documents (2), refuse (-1). Also sets the tracking number. */
export function useChangeClaim(id: number) {
	const outcome = useOutcome(id);
	const forgetStatement = useForgetStatement();
	return useMutation({
		mutationFn: async (body: Change) => {
			const call = api.PUT("/institutions/insurances/{id}", { params: { path: { id } }, body });
			return (await unwrap(call)).insuranceClaim;
		},
		...outcome,
		onSuccess: (claim) => {
			outcome.onSuccess(claim);
			forgetStatement(claim);
		},
	});
}

/** The chosen file is not a PDF or is too large. */
export class DocumentError extends Error {
	constructor(readonly reason: "notPdf" | "tooBig") {
		super(reason);
	}
}

async function checkDocument(file: File): Promise<File> {
	if (file.size > MAX_BYTES) throw new DocumentError("tooBig");
	const head = await file.slice(0, PDF_MARK.length).text();
	if (head !== PDF_MARK) throw new DocumentError("notPdf");
	return file;
}

async function uploadDocument(id: number, file: File): Promise<{ url: string }> {
	const { name, size } = await checkDocument(file);
	const call = api.POST("/institutions/insurances/{id}/uploads", {
		params: { path: { id } },
		body: { filename: name, size },
	});
	const signed = await unwrap(call);
	await storeFile(signed, new File([file], name, { type: "application/pdf" }));
	return { url: signed.key };
}

/** Issues one document: the clinic's own PDF, or one generated from the lines of a statement. */
export function useIssue(id: number) {
	const keyOf = useIdempotencyKey();
	return useMutation({
		// `isSigned`: the uploaded scan has a signature, or the generated document gets the clinic's seal.
		mutationFn: async ({
			code,
			from,
			isSigned,
		}: {
			code: string;
			from: File | Statement;
			isSigned: boolean;
		}) => {
			const body =
				from instanceof File
					? { ...(await uploadDocument(id, from)), signed: isSigned }
					: { generate: from, seal: isSigned };
			const call = api.POST("/institutions/insurances/{id}/documents/{code}", {
				params: { path: { id, code } },
				body,
				headers: { "Idempotency-Key": keyOf([code, body]) },
			});
			return (await unwrap(call)).insuranceClaim;
		},
		networkMode: "always",
		...useOutcome(id),
	});
}

/** Records how the documents went to the other insurer. */
export function useForwardClaim(id: number) {
	return useMutation({
		mutationFn: async (body: { method: string; reference: string }) => {
			const call = api.PUT("/institutions/insurances/{id}/forwarding", { params: { path: { id } }, body });
			return (await unwrap(call)).insuranceClaim;
		},
		...useOutcome(id),
	});
}

/** Fetches account and resident digits for the other insurer's form. The access log keeps the reason, the cache nothing. */
export function useOpenPayout(id: number) {
	return useMutation({
		gcTime: 0,
		mutationFn: (reason: string) =>
			unwrap(
				api.POST("/institutions/insurances/{id}/payout", { params: { path: { id } }, body: { reason } }),
			),
	});
}

/** Downloads a copy of an issued document. The access log keeps the reason. */
export function useCopy(id: number, code: string) {
	return useMutation({
		mutationFn: async ({ reason, filename }: { reason: string; filename: string }) => {
			const call = api.POST("/institutions/insurances/{id}/documents/{code}/download", {
				params: { path: { id, code } },
				body: { reason },
				parseAs: "blob",
			});
			saveFile((await unwrap(call)) as unknown as Blob, filename);
		},
	});
}
