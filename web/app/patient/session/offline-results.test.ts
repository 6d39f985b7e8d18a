import { onlineManager } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { $api } from "~/patient/api";
import { queryClient } from "~/shared/api/query-client";
import { localStore } from "~/shared/lib/storage";
import { CREDENTIAL, PATIENT } from "../../../mocks/db";
import { signedIn } from "../../../test/render";
import { storeOfflineResults } from "./offline-results";
import { logOut, OFFLINE_KEY, resetSession, sessionState } from "./session";

const results = $api.queryOptions("get", "/patients/tcis/self-check");
const consents = $api.queryOptions("get", "/patients/consents");
let stop: () => void = () => undefined;

beforeEach(async () => {
	await signedIn();
	stop = storeOfflineResults();
	await queryClient.fetchQuery(results);
	await queryClient.fetchQuery(consents);
	await vi.waitFor(() => expect(localStore.get(OFFLINE_KEY)).toContain("self-check"), { timeout: 3_000 });
});
afterEach(() => {
	stop();
	onlineManager.setOnline(true);
});

/** Opens the page again while offline. */
function reopen(): void {
	stop();
	const stored = localStore.get(OFFLINE_KEY);
	queryClient.clear();
	resetSession();
	if (stored) localStore.set(OFFLINE_KEY, stored);
	vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
	stop = storeOfflineResults();
}

it("results_are_readable_offline", () => {
	reopen();
	expect(JSON.stringify(queryClient.getQueryData(results.queryKey))).toContain("tciPicture");
	expect(sessionState()).toBe("AUTHENTICATED");
	expect(queryClient.getQueryData(consents.queryKey)).toBeUndefined();
});

it("listed_result_opens_offline", () => {
	reopen();
	const result = $api.queryOptions("get", "/patients/tcis/self-check/{tciId}", {
		params: { path: { tciId: 5 } },
	});
	expect(JSON.stringify(queryClient.getQueryData(result.queryKey))).toContain("S-20261120-0005-5");
});

it("results_of_earlier_pages_stay_kept", async () => {
	stop();
	const stored = localStore.get(OFFLINE_KEY) ?? "";
	queryClient.clear();
	localStore.set(OFFLINE_KEY, stored);
	stop = storeOfflineResults();
	const other = $api.queryOptions("get", "/patients/tcis/self-check/{tciId}", {
		params: { path: { tciId: 4 } },
	});
	await queryClient.fetchQuery(other);
	await vi.waitFor(() => expect(localStore.get(OFFLINE_KEY)).toContain('"tciId":4'), { timeout: 3_000 });
	expect(localStore.get(OFFLINE_KEY)).toContain('"tcis"');
});

it("results_of_other_session_stay_hidden", () => {
	// biome-ignore lint/suspicious/noDocumentCookie: sets it as the server's response would
	document.cookie = `authorization=another-persons-token; Path=/`;
	expect(CREDENTIAL).not.toBe("another-persons-token");
	reopen();
	expect(queryClient.getQueryData(results.queryKey)).toBeUndefined();
});

it("results_leave_with_logout", async () => {
	expect(localStore.get(OFFLINE_KEY)).toContain(PATIENT.name);
	await logOut(() => undefined);
	expect(localStore.get(OFFLINE_KEY)).toBeNull();
});
