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
	name?: "notifications" | "myAccount" | "consents" | "leave" | "aboutAi" | "clinic";
	/** A signed-out visitor is sent to sign-in and comes back. */
	needsPerson: boolean;
	/** Uses server state or form controls, whose code the light screens do without. */
	rich: boolean;
	/** Built to HTML ahead of time: the first look holds nobody's data. */
	prerender: boolean;
	/** The header shows a way back to this screen in place of the product's name. */
	back?: "home" | "selfCheck" | "signIn" | "account" | "applyHistory";
	/**
	 * A screen of the clinic's console, which has its own layout and code: the door where staff come in, the desk behind
	 * it, and the desk's work beside the worklist.
	 */
	clinic?: "door" | "desk" | "work";
}

const light = { shell: true, title: true, needsPerson: false, rich: false, prerender: true };
const rich = { ...light, rich: true };
const person = { ...rich, needsPerson: true };
const clinic = { ...light, shell: false, prerender: false, name: "clinic" } as const;

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
	applyTci: { ...person, path: "/apply-tci", file: "routes/apply-tci.tsx", prerender: false, back: "home" },
	applyHistory: {
		...person,
		path: "/apply-history",
		file: "routes/apply-history.tsx",
		prerender: false,
		back: "home",
	},
	applyDetail: {
		...person,
		path: "/apply-history/:id",
		file: "routes/apply-detail.tsx",
		prerender: false,
		back: "applyHistory",
	},
	/** Where notifications lead. */
	tciLink: { ...person, path: "/tcis/:id", file: "routes/tci-link.tsx", prerender: false },
	tciDetail: {
		...person,
		path: "/tcis/:clinicId/detail/:tciId",
		file: "routes/tci-detail.tsx",
		prerender: false,
		back: "applyHistory",
	},
	invites: { ...light, path: "/invites", file: "routes/invites.tsx" },
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

	clinicSignIn: { ...clinic, path: "/clinic/signin", file: "routes/clinic-sign-in.tsx", clinic: "door" },
	clinicHome: { ...clinic, path: "/clinic", file: "routes/clinic-home.tsx", clinic: "work" },
	clinicApplication: {
		...clinic,
		path: "/clinic/applications/:id",
		file: "routes/clinic-application.tsx",
		clinic: "work",
	},
	clinicInvites: { ...clinic, path: "/clinic/invites", file: "routes/clinic-invites.tsx", clinic: "desk" },
	clinicStaff: { ...clinic, path: "/clinic/staff", file: "routes/clinic-staff.tsx", clinic: "desk" },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof SCREENS;

const screens: [ScreenName, Screen][] = Object.entries(SCREENS) as [ScreenName, Screen][];

export const PRERENDERED = screens.filter(([, screen]) => screen.prerender).map(([, screen]) => screen.path);

/** The patients' screens of one branch of the router. */
export function branch(shell: boolean, rich: boolean, needsPerson: boolean): [ScreenName, Screen][] {
	return screens.filter(
		([, screen]) =>
			!screen.clinic && screen.shell === shell && screen.rich === rich && screen.needsPerson === needsPerson,
	);
}

/** The screens of one part of the clinic's console. */
export function clinicBranch(part: Screen["clinic"]): [ScreenName, Screen][] {
	return screens.filter(([, screen]) => screen.clinic === part);
}

/** A screen whose address takes an id. */
type IdScreenName = "selfCheckResult" | "applyDetail" | "tciLink" | "clinicApplication";
/** A screen whose address takes no parameter. */
export type PlainScreenName = Exclude<ScreenName, IdScreenName | "tciDetail" | "resetPassword">;

/** The address of a screen, with the ids that it takes in their order. */
export function pathTo(name: PlainScreenName): string;
export function pathTo(name: IdScreenName, id: number): string;
export function pathTo(name: "tciDetail", clinicId: number, tciId: number): string;
export function pathTo(name: ScreenName, ...ids: number[]): string {
	return ids.reduce((path, id) => path.replace(/:\w+/, String(id)), SCREENS[name].path as string);
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
