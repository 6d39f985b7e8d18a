import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useNavigate, useSearchParams } from "react-router";
import { formatAmount } from "~/domain/claim/money";
import { orderStateOf } from "~/domain/claim/states";
import type { Claim, Order } from "~/domain/claim/types";
import { isFromApi, isStatus } from "~/shared/api/problem";
import { formatPhone } from "~/shared/lib/format";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { ErrorState } from "~/shared/ui/error-state";
import { AlertIcon, OfflineIcon } from "~/shared/ui/icons";
import { CheckIcon, ClockIcon } from "~/shared/ui/tool-icons";
import { completeOrder, readClaim } from "./claim-draft";
import { backToPay, claimOf, UNPAID } from "./mobile-return";
import { useClaim, useLocalClaims, useOrder } from "./queries";
import { useInvalidAccess } from "./use-invalid-access";

const SLOW_AFTER_MS = 20_000;

/** The claim of a paid order. An earlier screen may have cached it as it was before the payment. */
function usePaidClaim(id: number | null) {
	const { data, error, refetch } = useClaim(id);
	const known = data?.insuranceClaim;
	const isOutdated = known?.needToPayment ?? false;
	useEffect(() => {
		if (isOutdated) void refetch();
	}, [isOutdated, refetch]);
	return { made: isOutdated ? undefined : known, error, refetch };
}

/** The result of an order, polled until it is known. A paid order shows its claim. */
export function PaymentComplete({ oid }: { oid: string }) {
	const navigate = useNavigate();
	const [query] = useSearchParams();
	const { data, error } = useOrder(oid);
	const stored = useRef(claimOf(readClaim(), oid));
	const order = data?.order;
	const state = order ? orderStateOf(order.status) : "waiting";
	const isPaid = state === "paid";
	const { made, ...claim } = usePaidClaim(isPaid ? (order?.insuranceId ?? null) : null);
	const local = useLocalClaims();
	useInvalidAccess(isStatus(error, 404));

	const isBack = state === "ended" && stored.current !== null;
	useEffect(() => {
		if (isPaid && stored.current) completeOrder(oid);
		if (isBack && stored.current) void navigate(backToPay(stored.current), { replace: true });
	}, [isPaid, isBack, oid, navigate]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each claim
	useEffect(() => {
		if (made) local.take(made);
	}, [made?.id]);

	if (made) return <PaidState claim={made} />;
	if (claim.error) return <ErrorState error={claim.error} onRetry={() => void claim.refetch()} />;
	if (order && state === "refunded") return <RefundedState order={order} />;
	if (order && state === "ended" && !isBack) return <FailedState order={order} />;
	// The payer left the provider's page without paying: the order can be continued where it was started.
	if (order?.status === "pending" && query.has(UNPAID)) return <FailedState order={order} />;
	return <ConfirmingState isUnreachable={error !== null && !isFromApi(error)} />;
}

/** Paid, but refunded or being refunded. */
function RefundedState({ order }: { order: Order }) {
	const { t } = useTranslation("insurance");
	const amount = t("won", { amount: formatAmount(order.amount) });
	const isThere = order.status === "refunded";
	return (
		<EmptyState
			mark={<AlertIcon className="size-10" />}
			title={isThere ? t("complete.refunded") : t("complete.refunding", { amount })}
			text={t(isThere ? "complete.refundedText" : "complete.refundingText", { amount })}
		>
			<HistoryLink />
		</EmptyState>
	);
}

/** Not paid, in a browser without the draft. */
function FailedState({ order }: { order: Order }) {
	const { t } = useTranslation("insurance");
	const { status, failure, insuranceId } = order;
	const how = status === "canceled" ? "canceled" : status === "pending" ? "unpaid" : "failed";
	return (
		<EmptyState
			mark={<AlertIcon className="size-10" />}
			title={t(`pay.${how}`)}
			text={[how === "failed" ? failure?.message : null, t("complete.wayBack")].filter(Boolean).join(" ")}
		>
			{insuranceId === null ? (
				<Link to={href("/apply-insurance")} className={buttonStyle()}>
					{t("history.new")}
				</Link>
			) : (
				<Link to={href("/insurance/:id", { id: String(insuranceId) })} className={buttonStyle()}>
					{t("complete.detail")}
				</Link>
			)}
			<HistoryLink />
		</EmptyState>
	);
}

function HistoryLink() {
	const { t } = useTranslation("insurance");
	return (
		<Link to={href("/insurance-history")} className={buttonStyle("secondary")}>
			{t("complete.history")}
		</Link>
	);
}

/** Shown while the result is unknown. After a while it says what to do meanwhile. */
function ConfirmingState({ isUnreachable }: { isUnreachable: boolean }) {
	const { t } = useTranslation("insurance");
	const [isSlow, setSlow] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
		return () => clearTimeout(timer);
	}, []);
	return (
		<EmptyState
			mark={isUnreachable ? <OfflineIcon className="size-10" /> : <ClockIcon className="size-10" />}
			title={t("complete.confirming")}
			text={t(isUnreachable ? "complete.lost" : isSlow ? "complete.slow" : "complete.confirmingText")}
		>
			{isSlow || isUnreachable ? <HistoryLink /> : null}
		</EmptyState>
	);
}

/** Paid: which clinic has the claim now, and links to what comes next. */
function PaidState({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const { institution, payment } = claim;
	return (
		<div className="mx-auto flex max-w-[480px] flex-col gap-4 py-8">
			<div role="status" className="flex flex-col items-center px-2 pt-6 pb-2 text-center">
				<span className="grid size-20 animate-rise place-items-center rounded-full bg-mint-100 text-green-700">
					<CheckIcon className="size-9" />
				</span>
				<h1 className="mt-5 text-[22px]">{t("complete.title")}</h1>
				<p className="mt-1 max-w-[24em] text-ink-600">{t("complete.text")}</p>
				{payment ? (
					<p className="number mt-3 text-[20px] font-extrabold">
						{t("won", { amount: formatAmount(payment.amount) })}
					</p>
				) : null}
			</div>
			<section className="rounded-[18px] border border-green-700/25 bg-mint-50 p-4">
				<h2 className="mb-1 text-meta font-semibold text-green-700">{t("complete.clinic")}</h2>
				<p className="font-bold">{institution.name}</p>
				<p className="number mt-0.5 text-[14px]">
					<a href={`tel:${institution.phoneNumber}`} className="text-green-700 underline">
						{formatPhone(institution.phoneNumber)}
					</a>
				</p>
				<p className="text-[14px] text-ink-600">{institution.address}</p>
			</section>
			<Link to={href("/insurance/:id", { id: String(claim.id) })} className={buttonStyle("primary", "mt-2")}>
				{t("complete.detail")}
			</Link>
			<Link to={href("/")} className={buttonStyle("quiet")}>
				{t("complete.home")}
			</Link>
		</div>
	);
}
