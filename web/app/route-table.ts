/**
 * Every screen of the app, once. The router, the links, the page titles and the sign-in rule all read this table.
 * An address that is not here is answered by the "not found" screen.
 */
interface Screen {
	/** The address; `:name` marks a parameter. */
	path: string;
	/** The route module. */
	file: string;
	/** Under the header and footer of the home shell. */
	shell: boolean;
	/** The document's title is the product's name; the others are named by their own heading. */
	title: boolean;
	/** Said before the product's name in the title: a key of the common texts under `title`. */
	name?: "notifications" | "myAccount" | "consents" | "leave" | "aboutAi";
	/** A signed-out visitor is sent to sign-in and comes back. */
	needsPerson: boolean;
	/** Uses server state or form controls, whose code the light screens do without. */
	rich: boolean;
	/** Built to HTML ahead of time: the first look holds nobody's data. */
	prerender: boolean;
	/** The header shows a way back to this screen in place of the product's name. */
	back?: "home" | "selfCheck" | "signIn" | "account";
}

const light = { shell: true, title: true, needsPerson: false, rich: false, prerender: true };
const rich = { ...light, rich: true };
const person = { ...rich, needsPerson: true };

export const SCREENS = {
	home: { ...light, path: "/", file: "routes/home.tsx" },
	signIn: { ...rich, path: "/auth/signin", file: "routes/sign-in.tsx", title: false },
	signUp: { ...light, path: "/auth/signup", file: "routes/sign-up.tsx", shell: false, title: false },
	signUpForm: {
		...rich,
		path: "/auth/signup/form",
		file: "routes/sign-up-form.tsx",
		shell: false,
		title: false,
		back: "signIn",
	},
	findId: { ...rich, path: "/auth/find-id", file: "routes/find-id.tsx", shell: false, title: false },
	findPassword: {
		...rich,
		path: "/auth/find-password",
		file: "routes/find-password.tsx",
		shell: false,
		title: false,
	},
	authSuccess: {
		...light,
		path: "/auth/success",
		file: "routes/auth-success.tsx",
		shell: false,
		title: false,
	},
	authFail: { ...light, path: "/auth/fail", file: "routes/auth-fail.tsx", shell: false, title: false },
	resetPassword: {
		...rich,
		path: "/reset-password/:token",
		file: "routes/reset-password.tsx",
		shell: false,
		prerender: false,
	},
	welcome: { ...light, path: "/auth/welcome", file: "routes/welcome.tsx", shell: false, title: false },
	selfCheck: { ...person, path: "/self-check", file: "routes/self-check.tsx", back: "home" },
	selfCheckHistory: {
		...person,
		path: "/self-check/history",
		file: "routes/self-check-history.tsx",
		prerender: false,
		back: "home",
	},
	selfCheckResult: {
		...person,
		path: "/self-check/:id",
		file: "routes/self-check-result.tsx",
		prerender: false,
		back: "selfCheck",
	},
	applyTci: { ...light, path: "/apply-tci", file: "routes/apply-tci.tsx", back: "home" },
	applyInsurance: { ...light, path: "/apply-insurance", file: "routes/apply-insurance.tsx", back: "home" },
	terms: { ...light, path: "/terms", file: "routes/terms.tsx" },
	privacy: { ...light, path: "/privacy", file: "routes/privacy.tsx" },

	notifications: {
		...person,
		path: "/notifications",
		file: "routes/notifications.tsx",
		prerender: false,
		back: "home",
		name: "notifications",
	},
	account: {
		...person,
		path: "/account",
		file: "routes/account.tsx",
		prerender: false,
		back: "home",
		name: "myAccount",
	},
	consents: {
		...person,
		path: "/account/consents",
		file: "routes/account-consents.tsx",
		prerender: false,
		back: "account",
		name: "consents",
	},
	leave: {
		...person,
		path: "/account/leave",
		file: "routes/account-leave.tsx",
		prerender: false,
		back: "account",
		name: "leave",
	},
	aboutAi: { ...light, path: "/about-ai", file: "routes/about-ai.tsx", name: "aboutAi" },
	goodbye: { ...light, path: "/goodbye", file: "routes/goodbye.tsx" },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof SCREENS;

const screens: [ScreenName, Screen][] = Object.entries(SCREENS) as [ScreenName, Screen][];

export const PRERENDERED = screens.filter(([, screen]) => screen.prerender).map(([, screen]) => screen.path);

/** The screens of one branch of the router. */
export function branch(shell: boolean, rich: boolean, needsPerson: boolean): [ScreenName, Screen][] {
	return screens.filter(
		([, screen]) => screen.shell === shell && screen.rich === rich && screen.needsPerson === needsPerson,
	);
}

/** A screen whose address takes no parameter. */
export type PlainScreenName = Exclude<ScreenName, "selfCheckResult" | "resetPassword">;

/** The address of a screen that takes no parameter, or of one result. */
export function pathTo(name: PlainScreenName): string;
export function pathTo(name: "selfCheckResult", id: number): string;
export function pathTo(name: ScreenName, id?: number): string {
	return SCREENS[name].path.replace(":id", String(id ?? ""));
}

/** The screen that an address belongs to. */
export function screenAt(pathname: string): Screen | undefined {
	const path = pathname.replace(/(.)\/+$/, "$1");
	const exact = screens.find(([, screen]) => screen.path === path);
	if (exact) return exact[1];
	return screens.find(([, screen]) => pattern(screen.path).test(path))?.[1];
}

function pattern(path: string): RegExp {
	return new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
}
