import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { DeliveryCard } from "~/features/rights/delivery-card";
import { ExportCard } from "~/features/rights/export-card";
import { RowLinks } from "~/features/rights/row-link";
import { bundleKo } from "~/i18n/i18n";
import type { Patient } from "~/lib/api/types";
import { maskedEmail, maskedPhone } from "~/lib/format";
import { logOut, useSession } from "~/lib/session";
import ko from "~/locales/ko/rights.json";
import { pathTo } from "~/route-table";
import { Button } from "~/ui/button";
import { LanguageSwitch } from "~/ui/language-switch";
import { Skeleton } from "~/ui/skeleton";

bundleKo("rights", ko);

export default function Account() {
	const { t } = useTranslation("rights");
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
					[t("account.profile"), pathTo("profile")],
					[t("account.notifications"), pathTo("notifications")],
					[t("account.history"), pathTo("selfCheckHistory")],
					[t("menu.applications", { ns: "common" }), pathTo("applyHistory")],
					[t("menu.claims", { ns: "common" }), pathTo("insuranceHistory")],
					[t("account.people"), pathTo("people")],
					[t("account.consents"), pathTo("consents")],
					[t("account.sessions"), pathTo("sessions")],
				]}
			/>
			{patient ? <DeliveryCard /> : <Skeleton className="h-44 rounded-card" />}
			{patient ? <ExportCard patient={patient} /> : <Skeleton className="h-44 rounded-card" />}
			<RowLinks
				label={t("account.reading")}
				rows={[
					[t("account.agreedTerms"), pathTo("accountTerms")],
					[t("account.terms"), pathTo("terms")],
					[t("account.privacy"), pathTo("privacy")],
					[t("title.aboutAi", { ns: "common" }), pathTo("aboutAi")],
				]}
			/>
			<Button tone="secondary" onPress={() => void logOut(() => navigate(pathTo("signIn")))}>
				{t("account.logOut")}
			</Button>
			<p className="text-center">
				<Link
					to={pathTo("leave")}
					className="inline-flex min-h-11 items-center rounded-control px-3 text-meta text-ink-600 underline"
				>
					{t("account.leave")}
				</Link>
			</p>
		</div>
	);
}

function Profile({ patient }: { patient: Patient }) {
	const { t } = useTranslation("rights");
	const facts = [
		[t("account.id"), patient.loginUserId],
		[t("account.phone"), maskedPhone(patient.phoneNumber)],
		...(patient.email ? [[t("account.email"), maskedEmail(patient.email)]] : []),
	];
	return (
		<section aria-labelledby="who" className="card">
			<h2 id="who" className="text-tile">
				{patient.name}
			</h2>
			<dl className="mt-2.5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-[14px]">
				{facts.map(([name, value]) => (
					<div key={name} className="contents">
						<dt className="text-ink-600">{name}</dt>
						<dd className="number min-w-0">{value}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
