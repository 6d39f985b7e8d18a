import { EDITIONS } from "./editions";

/** Storage key: the effective date of the change whose banner was closed last. */
export const CLOSED_KEY = "closedTermsBanner";

const [terms] = EDITIONS.terms;
const [privacy] = EDITIONS.privacy;
const isTerms = terms.effective >= privacy.effective;
const { effective, announced } = isTerms ? terms : privacy;

/** The latest change of the texts that require consent, past or future. */
export const NEXT_CHANGE = {
	what: terms.effective === privacy.effective ? "both" : isTerms ? "terms" : "privacy",
	effective,
} as const;

/**
 * Runs before the first paint. From its announcement until it is in effect, a change sets `data-terms-banner` on the
 * page, unless it was closed. The nine hours convert to Korean time.
 */
export const termsBannerScript = () => `{
let closed=null;try{closed=localStorage.getItem("${CLOSED_KEY}")}catch{}
const day=new Date(Date.now()+324e5).toISOString().slice(0,10);
if(day>="${announced}"&&day<"${effective}"&&closed!=="${effective}")document.documentElement.dataset.termsBanner=""}`;
