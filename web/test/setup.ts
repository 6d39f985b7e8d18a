import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import i18next from "i18next";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import "~/i18n/i18n";
import { resetStaffSession } from "~/clinic/session/staff-session";
import { resetOperatorSession } from "~/ops/session/operator-session";
import { resetSession } from "~/patient/session/session";
import { queryClient } from "~/shared/api/query-client";
import { clearCredential } from "~/shared/lib/cookies";
import { loadTenant } from "~/shared/lib/tenant";
import { setHydrated } from "~/shared/lib/use-hydrated-search-params";
import { resetClinicDb } from "../mocks/clinic-db";
import { db, resetDb } from "../mocks/db";
import { server } from "../mocks/node";
import { resetOpsDb } from "../mocks/ops-db";
import { resetProfileDb } from "../mocks/profile";
import { resetSessionDb } from "../mocks/sessions";

// Slow machines must not fail the tests.
configure({ asyncUtilTimeout: 15_000 });
// what tests render is not prerendered
setHydrated(true);

// jsdom has no `showModal`.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
	this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
	this.open = false;
};

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(async () => {
	await loadTenant();
	resetDb();
	db.consents = [];
	resetClinicDb();
	resetOpsDb();
	resetProfileDb();
	resetSessionDb();
});
afterEach(async () => {
	cleanup();
	// `restoreMocks` acts before the next test of the same file: the last test's spies would reach the next file
	vi.restoreAllMocks();
	server.resetHandlers();
	queryClient.clear();
	clearCredential();
	resetSession();
	resetStaffSession();
	resetOperatorSession();
	sessionStorage.clear();
	localStorage.clear();
	await i18next.changeLanguage("ko");
});
afterAll(() => server.close());
