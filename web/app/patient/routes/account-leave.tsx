import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { href, useNavigate } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/privacy.json";
import { LeaveForm } from "~/patient/features/privacy/leave-form";
import { logOutHere, useSession } from "~/patient/session/session";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("privacy", ko);

const OwnPhoneCode = lazy(() =>
	import("~/patient/features/account/own-phone-code").then((module) => ({ default: module.OwnPhoneCode })),
);
const LeavingCard = lazy(() =>
	import("~/patient/features/privacy/leaving-card").then((module) => ({ default: module.LeavingCard })),
);
const RETAINED = ["service", "signUp", "contract", "visit", "access"] as const;

export const handle: RouteHandle = { back: "/account", title: "leave" };

export default function AccountLeave() {
	const { t } = useTranslation("privacy");
	const navigate = useNavigate();
	const { patient } = useSession();
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<div className="mb-1">
				<h1 className="text-title">{t("leave.title")}</h1>
				<p className="mt-1 text-ink-600">{t("leave.text")}</p>
			</div>
			<section aria-labelledby="at-once" className="card">
				<h2 id="at-once" className="text-header">
					{t("leave.atOnce")}
				</h2>
				<ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-ink-600">
					<li>{t("leave.signedOut")}</li>
					<li>{t("leave.noReturn")}</li>
					<li>{t("leave.saveFirst")}</li>
				</ul>
			</section>
			<Suspense fallback={<Skeleton className="h-28 rounded-[20px]" />}>
				<LeavingCard />
			</Suspense>
			<section aria-labelledby="erased" className="card">
				<h2 id="erased" className="text-header">
					{t("leave.erased")}
				</h2>
				<dl className="mt-2 divide-y divide-line">
					{RETAINED.map((each) => (
						<div key={each} className="flex items-baseline justify-between gap-4 py-2.5">
							<dt className="text-ink-600">{t(`kept.${each}.what`)}</dt>
							<dd className="number shrink-0 font-semibold">{t(`kept.${each}.long`)}</dd>
						</div>
					))}
				</dl>
				<p className="mt-1 text-meta text-ink-600">{t("leave.byLaw")}</p>
			</section>
			<LeaveForm
				onLeft={() => void logOutHere(() => navigate(href("/goodbye"), { replace: true }))}
				phone={(onProof) => (
					<Suspense>
						<OwnPhoneCode phoneNumber={patient?.phoneNumber ?? ""} onProof={onProof} />
					</Suspense>
				)}
			/>
		</div>
	);
}
