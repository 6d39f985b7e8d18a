import { waitFor } from "@testing-library/react";
import { delay, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { $api, api } from "~/clinic/api";
import { queryClient, StaleSessionError } from "~/shared/api/query-client";
import { CLAIM_KEY, type DraftKey, readDraft, saveDraft } from "~/shared/lib/draft";
import { page } from "~/shared/lib/page";
import { localStore } from "~/shared/lib/storage";
import { clinicDb } from "../../../mocks/clinic-db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { unauthorized } from "../../../mocks/responses";
import { sendFromOtherTab } from "../../../test/other-tab";
import { staffSignedIn } from "../../../test/render-clinic";
import { loadStaff, logOutStaff, mayBeStaff, staffIdleMs, watchStaffSession } from "./staff-session";

const OWN: DraftKey = `staff:${clinicDb.staff.id}:scoring:203`;
const OTHERS: DraftKey = `staff:${clinicDb.staff.id + 1}:scoring:203`;
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
	saveDraft("patient:1:apply", { q: "서울" });
	saveDraft(OWN, { version: 1 });
	saveDraft("staff::note", { note: "" });
	saveDraft(OTHERS, { version: 1 });
	await logOutStaff();
	expect(localStore.get(CLAIM_KEY)).toBe("claim");
	expect(readDraft("patient:1:apply")).toEqual({ q: "서울" });
	expect([readDraft(OWN), readDraft("staff::note")]).toEqual([null, null]);
	expect(readDraft(OTHERS)).toEqual({ version: 1 });
});

it("staff_tab_signed_out_keeps_patient_drafts", async () => {
	await enter();
	stop = watchStaffSession();
	saveDraft("patient:1:apply", { q: "서울" });
	saveDraft(OWN, { typed: {} });
	sendFromOtherTab({ kind: "staff", id: null, former: clinicDb.staff.id });
	await waitFor(() => expect(readDraft(OWN)).toBeNull());
	expect(readDraft("patient:1:apply")).toEqual({ q: "서울" });
});

it("sign_in_of_other_tab_comes_before_its_storage", async () => {
	clinicDb.isSignedIn = true;
	await loadStaff();
	expect(mayBeStaff()).toBe(false);
	stop = watchStaffSession();
	sendFromOtherTab({ kind: "staff", id: clinicDb.staff.id });
	await waitFor(() => expect(mayBeStaff()).toBe(true));
});

// The session of this tab expired, or the message of the sign-in was lost.
it("colleague_signed_out_keeps_staff_drafts", async () => {
	await enter();
	stop = watchStaffSession();
	saveDraft(OWN, { version: 1 });
	sendFromOtherTab({ kind: "staff", id: null, former: clinicDb.staff.id + 1 });
	await waitFor(() => expect(mayBeStaff()).toBe(false));
	expect(readDraft(OWN)).toEqual({ version: 1 });
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

it("staff_tab_of_colleague_reloads_keeping_drafts", async () => {
	await enter();
	stop = watchStaffSession();
	saveDraft(OWN, { version: 1 });
	sendFromOtherTab({ kind: "staff", id: clinicDb.staff.id + 1 });
	await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
	expect(readDraft(OWN)).toEqual({ version: 1 });
});
