import { useTranslation } from "react-i18next";
import type { TenantDetail } from "~/ops/types";
import { Panel } from "~/ops/ui/panel";
import { DescriptionList } from "~/shared/ui/description-list";

/** A tenant's settings, read-only. */
export function TenantOverview({ tenant }: { tenant: TenantDetail }) {
	const { t } = useTranslation("opsDirectory");
	const { t: tOps } = useTranslation("ops");
	const { company } = tenant;
	const yesOrNo = (is: boolean) => tOps(is ? "yes" : "no");
	return (
		<Panel title={t("tabs.settings")}>
			<DescriptionList
				items={[
					[t("tenant.hosts"), tenant.hosts.join(", ")],
					[t("tenant.kind"), t(`kinds.${tenant.kind as "dental"}`)],
					[t("company.name"), company.name],
					[t("company.representative"), company.representative],
					[t("company.registrationNumber"), company.registrationNumber],
					[t("company.address"), company.address],
					[t("company.phone"), company.phone],
					[t("company.email"), company.email],
					[t("form.brandColor"), tenant.brandColor ?? "–"],
					[t("form.mailFrom"), tenant.mailFrom],
					[t("form.smsFrom"), tenant.smsFrom],
					[t("form.identityRequired"), yesOrNo(tenant.identityRequired)],
					[t("form.residentNumberFull"), yesOrNo(tenant.residentNumberFull)],
				]}
			/>
		</Panel>
	);
}
