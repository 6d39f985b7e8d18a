import type { Patient } from "~/lib/api/types";

/** Where the visitor stands. `patient` is set in AUTHENTICATED and only there. */
export type Session =
	| { state: "INITIALIZING" | "LOGGING_IN" | "LOGGING_OUT" | "LOGGED_OUT"; patient: null }
	| { state: "AUTHENTICATED"; patient: Patient };

export type SessionEvent =
	| { type: "noCredential" | "loginStarted" | "loginFailed" | "refused" | "logoutStarted" | "logoutDone" }
	| { type: "gotPatient"; patient: Patient };

export const INITIAL: Session = { state: "INITIALIZING", patient: null };
const LOGGED_OUT: Session = { state: "LOGGED_OUT", patient: null };

/** The one function that moves the login state; an event that does not fit leaves it alone. */
export function next(session: Session, event: SessionEvent): Session {
	switch (event.type) {
		case "gotPatient":
			return session.state === "LOGGING_OUT" ? session : { state: "AUTHENTICATED", patient: event.patient };
		case "loginStarted":
			return session.state === "AUTHENTICATED" ? session : { state: "LOGGING_IN", patient: null };
		case "loginFailed":
			return session.state === "LOGGING_IN" ? LOGGED_OUT : session;
		case "noCredential":
			return session.state === "INITIALIZING" ? LOGGED_OUT : session;
		case "refused":
			return LOGGED_OUT;
		case "logoutStarted":
			return session.state === "AUTHENTICATED" ? { state: "LOGGING_OUT", patient: null } : session;
		case "logoutDone":
			return session.state === "LOGGING_OUT" ? LOGGED_OUT : session;
	}
}
