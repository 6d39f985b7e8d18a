import { useMatches } from "react-router";
import type commonTexts from "~/locales/ko/common.json";

/** What a route tells the frame around it. */
export interface RouteHandle {
	/** The screen that the header's way back leads to. */
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
	/** The title stands without the product's name. */
	alone?: boolean;
	/** The header shows the title at once, and not only when the screen's heading is scrolled away. */
	isTitleShown?: boolean;
	/** A form in several steps: the first one, as its address tells, has a title of its own and alone the way back. */
	steps?: { firstTitle: keyof typeof commonTexts.title; isFirst: (query: URLSearchParams) => boolean };
}

/** What the routes on the way to the screen say; the innermost one has the last word. */
export function useRouteHandle(): RouteHandle {
	return Object.assign({}, ...useMatches().map((match) => match.handle));
}
