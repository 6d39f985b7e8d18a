import { EDITIONS } from "./editions";

/** Of the change that was last closed, the day of its effect. */
export const CLOSED_KEY = "closedTermsBanner";

const [terms] = EDITIONS.terms;
const [privacy] = EDITIONS.privacy;
const isTerms = terms.effective >= privacy.effective;
const { effective, announced } = isTerms ? terms : privacy;

/** The newest change of the texts that are agreed to, past or not. */
export const NEXT_CHANGE = {
	what: terms.effective === privacy.effective ? "both" : isTerms ? "terms" : "privacy",
	effective,
} as const;

/**
 * Runs before anything is painted: from its announcement until it is in effect a change has `data-terms-banner` on the page, unless
 * it was closed. Nine hours: what counts is the Korean day.
 */
export const termsBannerScript = () => `{
let closed=null;try{closed=localStorage.getItem("${CLOSED_KEY}")}catch{}
const day=new Date(Date.now()+324e5).toISOString().slice(0,10);
if(day>="${announced}"&&day<"${effective}"&&closed!=="${effective}")document.documentElement.dataset.termsBanner=""}`;
