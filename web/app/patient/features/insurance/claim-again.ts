import { feesToday } from "~/domain/claim/fees";
import { formatAmount } from "~/domain/claim/money";

const { percents, prices } = feesToday();

/** Discounts in percent and the price of forwarding, for the texts about follow-up claims. */
export const FOLLOW_UP_PRICES = {
	reclaim: percents.reclaim,
	least: Math.min(percents.resend, percents.resendAfterMail),
	most: Math.max(percents.resend, percents.resendAfterMail),
	forward: formatAmount(prices.forwarding.gross),
};
