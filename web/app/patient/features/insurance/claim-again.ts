import fees from "~/domain/claim/fees.json";
import { digitsOfWon } from "~/domain/claim/money";

const { percents, prices } = fees;

/** What following claims cost, for the words about them. */
export const FOLLOWING_PRICES = {
	reclaim: percents.reclaim,
	least: Math.min(percents.resend, percents.resendAfterMail),
	most: Math.max(percents.resend, percents.resendAfterMail),
	forward: digitsOfWon(prices.forwarding.gross),
};
