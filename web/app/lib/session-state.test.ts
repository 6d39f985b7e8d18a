import { describe, expect, it } from "vitest";
import { PATIENT } from "../../mocks/db";
import { INITIAL, next, type Session, type SessionEvent } from "./session-state";

const got: SessionEvent = { type: "gotPatient", patient: PATIENT };
const run = (...events: (SessionEvent | Exclude<SessionEvent["type"], "gotPatient">)[]): Session =>
	events.reduce<Session>(
		(session, event) => next(session, typeof event === "string" ? { type: event } : event),
		INITIAL,
	);

describe("the login state machine", () => {
	it("begins INITIALIZING, without a patient", () => {
		expect(INITIAL).toEqual({ state: "INITIALIZING", patient: null });
	});

	it("a fetched patient is AUTHENTICATED", () => {
		expect(run(got)).toEqual({ state: "AUTHENTICATED", patient: PATIENT });
	});

	it("signs in, or comes back LOGGED_OUT", () => {
		expect(run("noCredential", "loginStarted").state).toBe("LOGGING_IN");
		expect(run("noCredential", "loginStarted", got).state).toBe("AUTHENTICATED");
		expect(run("noCredential", "loginStarted", "loginFailed").state).toBe("LOGGED_OUT");
	});

	it("signs out by way of LOGGING_OUT, dropping the patient at once", () => {
		expect(run(got, "logoutStarted")).toEqual({ state: "LOGGING_OUT", patient: null });
		expect(run(got, "logoutStarted", "logoutDone").state).toBe("LOGGED_OUT");
	});

	it("a late answer does not undo signing out", () => {
		expect(run(got, "logoutStarted", got).state).toBe("LOGGING_OUT");
	});

	it("a refusal signs out from anywhere", () => {
		expect(run(got, "refused").state).toBe("LOGGED_OUT");
	});

	it("events that do not fit change nothing", () => {
		expect(run("logoutStarted")).toBe(INITIAL);
		expect(run(got, "noCredential").state).toBe("AUTHENTICATED");
		expect(run(got, "loginFailed").state).toBe("AUTHENTICATED");
	});
});
