import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { createRoutesStub } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { $api, api } from "~/patient/api";
import RequirePatient from "~/patient/layouts/require-patient";
import { queryClient, StaleSessionError } from "~/shared/api/query-client";
import { forgetMark, markOnlyCredential } from "~/shared/lib/cookies";
import { CLAIM_KEY, readDraft, saveDraft } from "~/shared/lib/draft";
import { page } from "~/shared/lib/page";
import { SESSION_CHANNEL } from "~/shared/lib/session-channel";
import { ACCOUNT, CREDENTIAL, PATIENT } from "../../../mocks/db";
import { server } from "../../../mocks/node";
import { problem, unauthorized } from "../../../mocks/responses";
import { sendFromOtherTab } from "../../../test/other-tab";
import { Providers, signedIn } from "../../../test/render";
import { loadPatient, logIn, logOut, sessionState, watchSession } from "./session";

const consents = $api.queryOptions("get", "/patients/consents");
const setCookie = (value: string) => {
	// biome-ignore lint/suspicious/noDocumentCookie: sets it as another tab would
	document.cookie = `authorization=${value}; Path=/${value ? "" : "; Max-Age=0"}`;
};
let reload = vi.spyOn(page, "reload");
beforeEach(() => {
	reload = vi.spyOn(page, "reload").mockImplementation(() => undefined);
});
let stop: () => void = () => undefined;
afterEach(() => {
	stop();
	reload.mockClear();
});

/** Delays the response to `me` until it is released. */
function delayedResponse(path: string, body: object) {
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	server.use(
		http.get(
			`*/api/v1${path}`,
			async () => {
				await held;
				return HttpResponse.json(body);
			},
			{ once: true },
		),
	);
	return release;
}

const Screen = () => <h1>내 화면</h1>;

describe("who is signed in", () => {
	it("session_without_cookie_is_logged_out", async () => {
		expect(sessionState()).toBe("INITIALIZING");
		await loadPatient();
		expect(sessionState()).toBe("LOGGED_OUT");
	});

	it("session_login_and_logout", async () => {
		await loadPatient();
		expect(await logIn(ACCOUNT)).toEqual(PATIENT);
		expect(sessionState()).toBe("AUTHENTICATED");
		await queryClient.fetchQuery(consents);
		// Of somebody who did not finish a sign-up.
		localStorage.setItem("authInfo", "{}");
		await logOut(() => expect(sessionState()).toBe("LOGGING_OUT"));
		expect(localStorage.getItem("authInfo")).toBeNull();
		expect(sessionState()).toBe("LOGGED_OUT");
		expect(queryClient.getQueryData(consents.queryKey)).toBeUndefined();
		expect(document.cookie).not.toContain("authorization");
	});

	it("session_wrong_password_stays_logged_out", async () => {
		await loadPatient();
		await expect(logIn({ ...ACCOUNT, password: "wrong" })).rejects.toMatchObject({ code: "invalid_login" });
		expect(sessionState()).toBe("LOGGED_OUT");
	});

	it("session_refused_call_expires_patient_only", async () => {
		await signedIn();
		queryClient.setQueryData(["get", "/institutions/roles"], { roles: [] });
		await queryClient.fetchQuery(consents);
		server.use(http.get("*/api/v1/patients/people", () => unauthorized()));
		await api.GET("/patients/people");
		expect(sessionState()).toBe("LOGGED_OUT");
		expect(queryClient.getQueryData(consents.queryKey)).toBeUndefined();
		expect(queryClient.getQueryData(["get", "/institutions/roles"])).toEqual({ roles: [] });
	});

	it("session_server_error_offers_retry", async () => {
		setCookie(CREDENTIAL);
		server.use(http.get("*/api/v1/patients/me", () => problem(503, "unavailable", "잠시 쉬고 있어요.")));
		const Stub = createRoutesStub([
			{
				id: "root",
				Component: Providers,
				children: [
					{
						id: "person",
						Component: RequirePatient,
						children: [{ id: "s", path: "/account", Component: Screen }],
					},
				],
			},
		]);
		render(<Stub initialEntries={["/account"]} />);
		expect(await screen.findByText("잠시 쉬고 있어요.", {}, { timeout: 10_000 })).toBeInTheDocument();
		expect(document.cookie).toContain("authorization");
		server.resetHandlers();
		await userEvent.click(screen.getByRole("button", { name: "다시 시도" }));
		expect(await screen.findByRole("heading", { name: "내 화면" })).toBeInTheDocument();
		await waitFor(() => expect(sessionState()).toBe("AUTHENTICATED"));
	});
});

describe("signing out", () => {
	it("tab_does_not_hear_its_own_sign_out", async () => {
		await signedIn();
		const stop = watchSession();
		await logOut(async () => {
			await delay(50);
			expect(sessionState()).toBe("LOGGING_OUT");
		});
		stop();
		expect(sessionState()).toBe("LOGGED_OUT");
	});
});

describe("a late response", () => {
	it("late_me_after_logout_signs_nobody_in", async () => {
		setCookie(CREDENTIAL);
		const release = delayedResponse("/patients/me", { patient: PATIENT });
		const call = loadPatient();
		await delay(20);
		await logOut(() => undefined);
		release();
		await call;
		await delay(20);
		expect(sessionState()).toBe("LOGGED_OUT");
	});

	it("late_data_of_former_patient_is_dropped", async () => {
		await signedIn();
		const release = delayedResponse("/patients/consents", { consents: [] });
		const call = api.GET("/patients/consents");
		await delay(20);
		await logOut(() => undefined);
		setCookie("another-persons-token");
		release();
		await expect(call).rejects.toBeInstanceOf(StaleSessionError);
	});
});

describe("another tab", () => {
	it("tab_signed_out_ends_this_one", async () => {
		await signedIn();
		stop = watchSession();
		saveDraft(`patient:${PATIENT.id}:apply`, { q: "서울" });
		sendFromOtherTab({ kind: "staff", id: null });
		sendFromOtherTab({ kind: "patient", id: null, former: PATIENT.id });
		await waitFor(() => expect(sessionState()).toBe("LOGGED_OUT"));
		expect(readDraft(`patient:${PATIENT.id}:apply`)).toBeNull();
	});

	it("sign_out_of_other_patient_keeps_drafts", async () => {
		await signedIn();
		stop = watchSession();
		const claim = encodeURIComponent(JSON.stringify({ patientId: PATIENT.id, savedAt: "" }));
		localStorage.setItem(CLAIM_KEY, claim);
		saveDraft(`patient:${PATIENT.id}:apply`, { q: "서울" });
		sendFromOtherTab({ kind: "patient", id: null, former: PATIENT.id + 1 });
		await waitFor(() => expect(sessionState()).toBe("LOGGED_OUT"));
		expect(readDraft(`patient:${PATIENT.id}:apply`)).toEqual({ q: "서울" });
		expect(localStorage.getItem(CLAIM_KEY)).toBe(claim);
	});

	it("sign_out_names_who_signed_out", async () => {
		await signedIn();
		const heard = vi.fn();
		const channel = new BroadcastChannel(SESSION_CHANNEL);
		channel.onmessage = ({ data }) => heard(data);
		await logOut(() => undefined);
		await waitFor(() =>
			expect(heard).toHaveBeenCalledWith({ kind: "patient", id: null, former: PATIENT.id }),
		);
		channel.close();
	});

	it("tab_of_other_patient_reloads_this_one", async () => {
		await signedIn();
		stop = watchSession();
		sendFromOtherTab({ kind: "patient", id: PATIENT.id });
		await delay(50);
		expect(reload).not.toHaveBeenCalled();
		sendFromOtherTab({ kind: "patient", id: PATIENT.id + 1 });
		await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
	});

	it("tab_signed_in_signs_this_one_in", async () => {
		await loadPatient();
		stop = watchSession();
		setCookie(CREDENTIAL);
		sendFromOtherTab({ kind: "patient", id: PATIENT.id });
		await waitFor(() => expect(sessionState()).toBe("AUTHENTICATED"));
	});

	it("changed_cookie_stops_calls_and_reloads", async () => {
		await signedIn();
		setCookie("another-persons-token");
		forgetMark();
		markOnlyCredential();
		await expect(api.GET("/patients/consents")).rejects.toBeInstanceOf(StaleSessionError);
		expect(reload).toHaveBeenCalled();
	});

	// A page from the browser's history misses the message of the other tab.
	it("renewed_cookie_keeps_drafts", async () => {
		await signedIn();
		stop = watchSession();
		localStorage.setItem(CLAIM_KEY, "claim");
		saveDraft(`patient:${PATIENT.id}:apply`, { q: "서울" });
		setCookie("a-later-token");
		forgetMark();
		markOnlyCredential();
		window.dispatchEvent(new Event("pageshow"));
		expect(reload).toHaveBeenCalledTimes(1);
		expect(readDraft(`patient:${PATIENT.id}:apply`)).toEqual({ q: "서울" });
		expect(localStorage.getItem(CLAIM_KEY)).toBe("claim");
	});

	it("vanished_cookie_ends_session_on_return", async () => {
		await signedIn();
		stop = watchSession();
		setCookie("");
		document.dispatchEvent(new Event("visibilitychange"));
		expect(sessionState()).toBe("LOGGED_OUT");
	});
});
