import { useMatches } from "react-router";
import type commonTexts from "~/locales/ko/common.json";

/** What a route declares for the layout around it. */
export interface RouteHandle {
	/** Target of the header's back link. */
	back?:
		| "/"
		| "/account"
		| "/apply-history"
		| "/auth/signin"
		| "/insurance-history"
		| "/records"
		| "/self-check";
	/** The document's title: a key of the common texts under `title`. */
	title?: keyof typeof commonTexts.title;
	/** Shows the title without the product's name. */
	isTitleOnly?: boolean;
	/** Shows the title in the header at once, not only when the heading is scrolled out of view. */
	isTitleShown?: boolean;
	/** For a form in several steps: only the first step, determined by its URL, has its own title and the back link. */
	steps?: { firstTitle: keyof typeof commonTexts.title; isFirst: (query: URLSearchParams) => boolean };
}

/** The merged handles of all matched routes; the innermost one takes precedence. */
export function useRouteHandle(): RouteHandle {
	return Object.assign({}, ...useMatches().map((match) => match.handle));
}
