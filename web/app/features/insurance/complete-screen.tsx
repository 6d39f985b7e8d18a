import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { isStatus } from "~/lib/api/problem";
import { phoneNumber } from "~/lib/format";
import { orderStateOf } from "~/lib/insurance/states";
import type { Claim } from "~/lib/insurance/types";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { AlertIcon } from "~/ui/icons";
import { LoadProblem } from "~/ui/load-problem";
import { MessageScreen } from "~/ui/message-screen";
import { Skeleton } from "~/ui/skeleton";
import { CheckIcon, ClockIcon } from "~/ui/tool-icons";
import { readClaim, settleClaim } from "./claim-draft";
import { backToPay, claimOf } from "./mobile-return";
import { bindClaim, useLocalClaims, useOrder } from "./queries";
import { useInvalidAccess } from "./use-invalid-access";

const SLOW_MS = 20_000;

/** How an order ended, asked of the server until it is known; a paid one shows its claim. */
export function CompleteScreen({ oid }: { oid: string }) {
	const { t } = useTranslation("insurance");
	const navigate = useNavigate();
	const order = useOrder(oid);
	const stored = useRef(claimOf(readClaim(), oid));
	const state = order.data ? orderStateOf(order.data.order.status) : null;
	const local = useLocalClaims();
	const paid = {
		queryKey: ["bound", oid],
		queryFn: async () => {
			const claim = await bindClaim(oid, stored.current?.insuranceId ?? null);
			local.take(claim);
			if (stored.current) settleClaim(stored.current);
			return claim;
		},
		staleTime: Number.POSITIVE_INFINITY,
	};
	const bound = useQuery(state === "paid" ? paid : { ...paid, enabled: false });
	const failure = order.data?.order.failure;
	const canceled = order.data?.order.status === "canceled";
	useInvalidAccess(isStatus(order.error, 404) || isStatus(bound.error, 404));

	useEffect(() => {
		if (state !== "ended") return;
		const said = canceled ? ({ canceled: true } as const) : { msg: failure?.message ?? t("pay.failedText") };
		void navigate(backToPay(stored.current, said), { replace: true });
	}, [state, canceled, failure, navigate, t]);

	if (state === "paid" && bound.data) return <Done claim={bound.data} />;
	if (state === "refunded") {
		return (
			<MessageScreen
				mark={<AlertIcon className="size-10" />}
				title={t("complete.refunded")}
				text={t("complete.refundedText")}
			>
				<Link to={pathTo("insuranceHistory")} className={buttonStyle()}>
					{t("complete.history")}
				</Link>
			</MessageScreen>
		);
	}
	if (bound.error && !isStatus(bound.error, 404)) {
		return <LoadProblem error={bound.error} onRetry={() => void bound.refetch()} />;
	}
	return <Confirming />;
}

/** The answer is on its way. After a while, what to do meanwhile. */
function Confirming() {
	const { t } = useTranslation("insurance");
	const [isSlow, setSlow] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setSlow(true), SLOW_MS);
		return () => clearTimeout(timer);
	}, []);
	return (
		<MessageScreen
			mark={<ClockIcon className="size-10" />}
			title={t("complete.confirming")}
			text={t(isSlow ? "complete.slow" : "complete.confirmingText")}
		>
			{isSlow ? (
				<Link to={pathTo("insuranceHistory")} className={buttonStyle("secondary")}>
					{t("complete.history")}
				</Link>
			) : (
				<Skeleton className="h-12" />
			)}
		</MessageScreen>
	);
}

/** Paid: who has the claim now, and the way on. */
function Done({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const { institution } = claim;
	return (
		<div className="mx-auto flex max-w-[480px] flex-col gap-4 py-8">
			<div role="status" className="flex flex-col items-center px-2 pt-6 pb-2 text-center">
				<span className="grid size-20 animate-rise place-items-center rounded-full bg-mint-100 text-green-700">
					<CheckIcon className="size-9" />
				</span>
				<h1 className="mt-5 text-[22px]">{t("complete.title")}</h1>
				<p className="mt-1 max-w-[24em] text-ink-600">{t("complete.text")}</p>
			</div>
			<section className="rounded-[18px] border border-green-700/25 bg-mint-50 p-4">
				<h2 className="mb-1 text-meta font-semibold text-green-700">{t("complete.clinic")}</h2>
				<p className="font-bold">{institution.name}</p>
				<p className="number mt-0.5 text-[14px]">
					<a href={`tel:${institution.phoneNumber}`} className="text-green-700 underline">
						{phoneNumber(institution.phoneNumber)}
					</a>
				</p>
				<p className="text-[14px] text-ink-600">{institution.address}</p>
			</section>
			<Link to={pathTo("home")} className={buttonStyle("primary", "mt-2")}>
				{t("complete.home")}
			</Link>
			<Link to={pathTo("insuranceDetail", claim.id)} className={buttonStyle("quiet")}>
				{t("complete.detail")}
			</Link>
		</div>
	);
}
