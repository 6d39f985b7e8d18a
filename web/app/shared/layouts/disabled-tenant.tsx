import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { setLanguage } from "~/i18n/i18n";
import type { Tenant } from "~/shared/api/types";
import { formatPhone } from "~/shared/lib/format";
import { useTenantQuery } from "~/shared/lib/tenant";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { AlertIcon } from "~/shared/ui/icons";
import { TongueMark } from "~/shared/ui/tongue-mark";

const LINK =
	"inline-flex min-h-12 items-center rounded-control px-2 font-semibold text-green-700 underline underline-offset-2";

/** Shown to users of a disabled tenant, with a contact. */
export default function DisabledTenant({ tenant }: { tenant: Tenant }) {
	const { t } = useTranslation();
	const { refetch } = useTenantQuery();
	const { company, kind, name } = tenant;
	useEffect(() => {
		if (kind === "hotel") void setLanguage("en");
	}, [kind]);
	return (
		<main className="mx-auto max-w-[560px] px-5">
			<EmptyState
				mark={kind === "hotel" ? <AlertIcon className="size-11" /> : <TongueMark className="h-12" />}
				title={t("tenantDisabled.title")}
				text={t("tenantDisabled.text", { name })}
			>
				<address className="flex flex-col text-center not-italic">
					<span>{company.name}</span>
					{company.phoneNumber ? (
						<a className={`${LINK} justify-center`} href={`tel:${company.phoneNumber}`}>
							{formatPhone(company.phoneNumber)}
						</a>
					) : null}
					{company.email ? (
						<a className={`${LINK} justify-center`} href={`mailto:${company.email}`}>
							{company.email}
						</a>
					) : null}
				</address>
				<button type="button" className={buttonStyle()} onClick={() => void refetch()}>
					{t("tenantDisabled.again")}
				</button>
				{kind === "hotel" ? null : (
					<p className="flex justify-center">
						<Link to={href("/terms")} className={LINK}>
							{t("footer.terms")}
						</Link>
						<Link to={href("/privacy")} className={LINK}>
							{t("footer.privacy")}
						</Link>
					</p>
				)}
			</EmptyState>
		</main>
	);
}
