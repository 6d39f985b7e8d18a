import { waitFor } from "@testing-library/react";
import { delay, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { $api, api } from "~/clinic/api";
import { queryClient, StaleSessionError } from "~/shared/api/query-client";
import { CLAIM_KEY, readDraft, saveDraft } from "~/shared/lib/draft";
import { page } from "~/shared/lib/page";
import { localStore } from "~/shared/lib/storage";
import { clinicDb } from "../../../mocks/clinic-db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { unauthorized } from "../../../mocks/responses";
import { sendFromOtherTab } from "../../../test/other-tab";
import { staffSignedIn } from "../../../test/render-clinic";
import { loadStaff, logOutStaff, mayBeStaff, staffIdleMs, watchStaffSession } from "./staff-session";

const roles = $api.queryOptions("get", "/institutions/roles");
let reload = vi.spyOn(page, "reload");
beforeEach(() => {
	reload = vi.spyOn(page, "reload").mockImplementation(() => undefined);
});
let stop: () => void = () => undefined;
afterEach(() => {
	stop();
	reload.mockClear();
});

async function enter() {
	staffSignedIn();
	await loadStaff();
	await queryClient.fetchQuery(roles);
	queryClient.setQueryData(["get", "/patients/consents"], { consents: [] });
}

it("staff_logout_forgets_staff_data_only", async () => {
	await enter();
	expect(staffIdleMs()).toBeGreaterThan(0);
	await logOutStaff();
	expect(mayBeStaff()).toBe(false);
	expect(queryClient.getQueryData(roles.queryKey)).toBeUndefined();
	expect(queryClient.getQueryData(["get", "/patients/consents"])).toEqual({ consents: [] });
});

it("staff_logout_forgets_staff_drafts_only", async () => {
	await enter();
	localStore.set(CLAIM_KEY, "claim");
	saveDraft("apply", { q: "서울" });
	saveDraft("scoring:32:203", { version: 1 });
	saveDraft("unlisted", { note: "" });
	await logOutStaff();
	expect(localStore.get(CLAIM_KEY)).toBe("claim");
	expect(readDraft("apply")).toEqual({ q: "서울" });
	expect([readDraft("scoring:32:203"), readDraft("unlisted")]).toEqual([null, null]);
});

it("staff_tab_signed_out_keeps_patient_drafts", async () => {
	await enter();
	stop = watchStaffSession();
	saveDraft("apply", { q: "서울" });
	saveDraft("statement:32:70", { typed: {} });
	sendFromOtherTab({ kind: "staff", id: null });
	await waitFor(() => expect(readDraft("statement:32:70")).toBeNull());
	expect(readDraft("apply")).toEqual({ q: "서울" });
});

it("staff_refused_call_expires_staff", async () => {
	await enter();
	server.use(http.get("/institutions/security", () => unauthorized()));
	await api.GET("/institutions/security");
	expect(mayBeStaff()).toBe(false);
});

it("staff_late_response_is_dropped", async () => {
	await enter();
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	server.use(
		http.get("/institutions/security", async () => {
			await held;
			return HttpResponse.json({ secondFactorRequired: false });
		}),
	);
	const call = api.GET("/institutions/security");
	await delay(20);
	await logOutStaff();
	release();
	await expect(call).rejects.toBeInstanceOf(StaleSessionError);
});

it("staff_tab_signed_out_ends_this_one", async () => {
	await enter();
	stop = watchStaffSession();
	sendFromOtherTab({ kind: "staff", id: null });
	await waitFor(() => expect(mayBeStaff()).toBe(false));
});

it("staff_tab_of_colleague_reloads_this_one", async () => {
	await enter();
	stop = watchStaffSession();
	sendFromOtherTab({ kind: "staff", id: clinicDb.staff.id + 1 });
	await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});
