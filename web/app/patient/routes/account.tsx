import { useTranslation } from "react-i18next";
import { href, Link, useNavigate } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/privacy.json";
import { ExportCard } from "~/patient/features/privacy/export-card";
import { RowLinks } from "~/patient/features/privacy/row-link";
import { logOut, useSession } from "~/patient/session/session";
import type { Patient } from "~/shared/api/types";
import { maskEmail, maskPhone } from "~/shared/lib/format";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { Button } from "~/shared/ui/button";
import { LanguageSwitch } from "~/shared/ui/language-switch";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("privacy", ko);

export const handle: RouteHandle = { title: "myAccount" };

export default function Account() {
	const { t } = useTranslation("privacy");
	const { patient } = useSession();
	const navigate = useNavigate();
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<h1 className="text-title">{t("account.title")}</h1>
			{patient ? <Profile patient={patient} /> : <Skeleton className="h-44 rounded-card" />}
			<div className="card flex flex-wrap items-center justify-between gap-3 py-3.5">
				<span className="font-medium">{t("account.language")}</span>
				<LanguageSwitch />
			</div>
			<RowLinks
				label={t("account.mine")}
				rows={[
					[t("account.profile"), href("/account/profile")],
					[t("account.notifications"), href("/notifications")],
					[t("account.history"), href("/records")],
					[t("menu.applications", { ns: "common" }), href("/apply-history")],
					[t("menu.claims", { ns: "common" }), href("/insurance-history")],
					[t("account.people"), href("/account/people")],
					[t("title.notificationSettings", { ns: "common" }), href("/account/notifications")],
					[t("account.consents"), href("/account/consents")],
					[t("account.sessions"), href("/account/sessions")],
				]}
			/>
			{patient ? <ExportCard patient={patient} /> : <Skeleton className="h-44 rounded-card" />}
			<RowLinks
				label={t("account.reading")}
				rows={[
					[t("account.agreedTerms"), href("/account/terms")],
					[t("account.terms"), href("/terms")],
					[t("account.privacy"), href("/privacy")],
					[t("title.aboutAi", { ns: "common" }), href("/about-ai")],
				]}
			/>
			<Button tone="secondary" onPress={() => void logOut(() => navigate(href("/auth/signin")))}>
				{t("account.logOut")}
			</Button>
			<p className="text-center">
				<Link
					to={href("/account/leave")}
					className="inline-flex min-h-12 items-center rounded-control px-3 text-meta text-ink-600 underline"
				>
					{t("account.leave")}
				</Link>
			</p>
		</div>
	);
}

function Profile({ patient }: { patient: Patient }) {
	const { t } = useTranslation("privacy");
	const items = [
		[t("account.id"), patient.loginUserId],
		[t("account.phone"), maskPhone(patient.phoneNumber)],
		...(patient.email ? [[t("account.email"), maskEmail(patient.email)]] : []),
	];
	return (
		<section aria-labelledby="who" className="card">
			<h2 id="who" className="text-tile">
				{patient.name}
			</h2>
			<dl className="mt-2.5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-[14px]">
				{items.map(([name, value]) => (
					<div key={name} className="contents">
						<dt className="text-ink-600">{name}</dt>
						<dd className="number min-w-0">{value}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
