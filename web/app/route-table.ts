/**
 * Every screen of the app, once. The router, the links, the page titles and the sign-in rule all read this table.
 * An address that is not here is answered by the "not found" screen.
 */
interface Screen {
	/** The address; `:name` marks a parameter. */
	path: string;
	/** Under the header and footer of the home shell. */
	shell: boolean;
	/** The document's title is the product's name; the others are named by their own heading. */
	title: boolean;
	/** Said before the product's name in the title: a key of the common texts under `title`. */
	name?:
		| "notifications"
		| "myAccount"
		| "consents"
		| "profile"
		| "accountTerms"
		| "people"
		| "sessions"
		| "leave"
		| "aboutAi"
		| "clinic"
		| "payment";
	/** A signed-out visitor is sent to sign-in and comes back. */
	needsPerson: boolean;
	/** Uses server state or form controls, whose code the light screens do without. */
	rich: boolean;
	/** Built to HTML ahead of time: the first look holds nobody's data. */
	prerender: boolean;
	/** The header shows a way back to this screen in place of the product's name. */
	back?: "home" | "selfCheck" | "signIn" | "account" | "applyHistory" | "insuranceHistory";
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
	home: { ...light, path: "/" },
	signIn: { ...rich, path: "/auth/signin", title: false },
	signUp: { ...light, path: "/auth/signup", shell: false, title: false },
	signUpForm: {
		...rich,
		path: "/auth/signup/form",
		shell: false,
		title: false,
		back: "signIn",
	},
	findId: { ...rich, path: "/auth/find-id", shell: false, title: false },
	findPassword: {
		...rich,
		path: "/auth/find-password",
		shell: false,
		title: false,
	},
	authSuccess: {
		...light,
		path: "/auth/success",
		shell: false,
		title: false,
	},
	authFail: { ...light, path: "/auth/fail", shell: false, title: false },
	resetPassword: {
		...rich,
		path: "/reset-password/:token",
		shell: false,
		prerender: false,
	},
	confirmEmail: {
		...rich,
		path: "/confirm-email/:token",
		shell: false,
		prerender: false,
	},
	welcome: { ...light, path: "/auth/welcome", shell: false, title: false },
	selfCheck: { ...person, path: "/self-check", back: "home" },
	selfCheckHistory: {
		...person,
		path: "/self-check/history",
		prerender: false,
		back: "home",
	},
	selfCheckResult: {
		...person,
		path: "/self-check/:id",
		prerender: false,
		back: "selfCheck",
	},
	applyTci: { ...person, path: "/apply-tci", prerender: false, back: "home" },
	linkWalkIn: { ...person, path: "/link", prerender: false, back: "applyHistory" },
	applyHistory: {
		...person,
		path: "/apply-history",
		prerender: false,
		back: "home",
	},
	applyDetail: {
		...person,
		path: "/apply-history/:id",
		prerender: false,
		back: "applyHistory",
	},
	tciDetail: {
		...person,
		path: "/tcis/:clinicId/detail/:tciId",
		prerender: false,
		back: "applyHistory",
	},
	invites: { ...light, path: "/invites" },
	applyInsurance: { ...person, path: "/apply-insurance", prerender: false, back: "home" },
	insuranceHistory: { ...person, path: "/insurance-history", prerender: false, back: "home" },
	insuranceDetail: { ...person, path: "/insurance/:id", prerender: false, back: "insuranceHistory" },
	/** Where a payment ends: close, complete and mcomplete. One entry, because all visitors load this table. */
	payment: {
		...rich,
		path: "/payment/:end",
		shell: false,
		title: false,
		prerender: false,
		name: "payment",
	},
	terms: { ...light, path: "/terms" },
	privacy: { ...light, path: "/privacy" },

	notifications: {
		...person,
		path: "/notifications",
		prerender: false,
		back: "home",
		name: "notifications",
	},
	account: {
		...person,
		path: "/account",
		prerender: false,
		back: "home",
		name: "myAccount",
	},
	profile: {
		...person,
		path: "/account/profile",
		prerender: false,
		back: "account",
		name: "profile",
	},
	accountTerms: {
		...person,
		path: "/account/terms",
		prerender: false,
		back: "account",
		name: "accountTerms",
	},
	consents: {
		...person,
		path: "/account/consents",
		prerender: false,
		back: "account",
		name: "consents",
	},
	people: {
		...person,
		path: "/account/people",
		prerender: false,
		back: "account",
		name: "people",
	},
	sessions: {
		...person,
		path: "/account/sessions",
		prerender: false,
		back: "account",
		name: "sessions",
	},
	leave: {
		...person,
		path: "/account/leave",
		prerender: false,
		back: "account",
		name: "leave",
	},
	aboutAi: { ...rich, path: "/about-ai", name: "aboutAi" },
	goodbye: { ...light, path: "/goodbye" },

	clinicSignIn: { ...clinic, path: "/clinic/signin", clinic: "door" },
	clinicHome: { ...clinic, path: "/clinic", clinic: "work" },
	clinicApplication: {
		...clinic,
		path: "/clinic/applications/:id",
		clinic: "work",
	},
	clinicInvites: { ...clinic, path: "/clinic/invites", clinic: "desk" },
	clinicClaims: { ...clinic, path: "/clinic/insurances", clinic: "desk" },
	clinicClaim: { ...clinic, path: "/clinic/insurances/:id", clinic: "desk" },
	clinicClaimLabel: { ...clinic, path: "/clinic/insurances/:id/label", clinic: "desk" },
	clinicPayments: { ...clinic, path: "/clinic/payments", clinic: "desk" },
	clinicAccessLog: { ...clinic, path: "/clinic/access-log", clinic: "desk" },
	clinicAccessReview: { ...clinic, path: "/clinic/access-log/review", clinic: "desk" },
	clinicStaff: { ...clinic, path: "/clinic/staff", clinic: "desk" },
	clinicAccount: { ...clinic, path: "/clinic/account", clinic: "desk" },
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
type IdScreenName =
	| "selfCheckResult"
	| "applyDetail"
	| "clinicApplication"
	| "insuranceDetail"
	| "clinicClaim"
	| "clinicClaimLabel";
/** A screen whose address takes no parameter. */
export type PlainScreenName = Exclude<
	ScreenName,
	IdScreenName | "tciDetail" | "resetPassword" | "confirmEmail" | "payment"
>;

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
