import { $api, api } from "~/ops/api";
import type { Me } from "~/ops/types";
import { type CookieSession, createCookieSession } from "~/shared/api/cookie-session";
import { isProblem } from "~/shared/api/problem";
import { unwrap } from "~/shared/api/unwrap";

/** The session of the signed-in operator. NOT_HERE: this host does not serve operators. */
export type OperatorSession = CookieSession<Me> | { state: "NOT_HERE"; me: null; error: unknown };

/** The required step by problem code. */
const STEPS: Record<string, Me["next"]> = {
	second_factor_required: "second_factor",
	password_change_required: "password",
	second_factor_setup_required: "second_factor_setup",
};

const session = createCookieSession<Me>({
	kind: "operator",
	api,
	queryKey: $api.queryOptions("get", "/ops/auth/me").queryKey,
	load: (signal) => api.GET("/ops/auth/me", { signal }),
	idOf: ({ id }) => id,
	entry: "/ops/auth/login",
	withStep: (me, code) => {
		const next = STEPS[code];
		return next ? { ...me, next } : null;
	},
});

export function useOperatorSession(): OperatorSession {
	const found = session.useSession();
	const isElsewhere = found.state === "UNREACHABLE" && isProblem(found.error) && found.error.status === 404;
	return isElsewhere ? { ...found, state: "NOT_HERE", me: null } : found;
}

/** The signed-in operator. Only for screens behind the sign-in. */
export function useOperator(): Me {
	const { me } = useOperatorSession();
	if (!me) throw new Error("a screen without an operator");
	return me;
}

/** Whether the operator's role has a permission. */
export function useMay(permission: string): boolean {
	return useOperatorSession().me?.permissions.includes(permission) ?? false;
}

export const { load: loadOperator, watch: watchOperatorSession, reset: resetOperatorSession } = session;

/** Signs in; throws the server's problem unchanged. */
export async function logInOperator(credentials: { loginId: string; password: string }): Promise<void> {
	session.signIn(await unwrap(api.POST("/ops/auth/login", { body: credentials })));
}

/** Completes the second step of a sign-in; throws the server's problem unchanged. */
export async function enterSecondFactor(code: string): Promise<void> {
	session.signIn(await unwrap(api.POST("/ops/auth/second-factor", { body: { code } })));
}

/** Sets the operator's password; throws the server's problem unchanged. */
export async function changeOperatorPassword(body: {
	currentPassword?: string;
	password: string;
}): Promise<void> {
	session.signIn(await unwrap(api.PUT("/ops/auth/password", { body })));
}

/** Signs out; throws when the server could not be reached. */
export const logOutOperator = (): Promise<void> => session.signOut(api.POST("/ops/auth/logout"));
