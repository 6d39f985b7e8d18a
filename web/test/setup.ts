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

/** What tests assign, because jsdom lacks it. */
const ASSIGNED: [object, string][] = [
	[globalThis, "createImageBitmap"],
	[URL, "createObjectURL"],
	[URL, "revokeObjectURL"],
	[HTMLCanvasElement.prototype, "getContext"],
	[HTMLCanvasElement.prototype, "toBlob"],
	[HTMLCanvasElement.prototype, "toDataURL"],
	[HTMLMediaElement.prototype, "play"],
];
const originals = ASSIGNED.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));
// the next file shares the environment
afterAll(() => {
	for (const [index, [owner, name]] of ASSIGNED.entries()) {
		const original = originals[index];
		if (original) Object.defineProperty(owner, name, original);
		else Reflect.deleteProperty(owner, name);
	}
});
