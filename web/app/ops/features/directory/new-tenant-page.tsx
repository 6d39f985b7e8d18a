import { useTranslation } from "react-i18next";
import { href, useNavigate } from "react-router";
import { OpsPage } from "~/ops/ui/ops-page";
import { useAddTenant } from "./queries";
import { TenantForm } from "./tenant-form";
import { valuesOf } from "./tenant-values";

/** Creates a tenant; its clinics are added on its own page. */
export function NewTenantPage() {
	const { t } = useTranslation("opsDirectory");
	const navigate = useNavigate();
	const add = useAddTenant();
	return (
		<OpsPage title={t("tenants.add")} text={t("tenants.addText")}>
			<TenantForm
				isNew
				values={valuesOf(undefined)}
				submit={t("tenants.make")}
				onTenant={async (body) => {
					const { tenant } = await add.mutateAsync(body);
					navigate(href("/ops/tenants/:id", { id: String(tenant.id) }));
				}}
			/>
		</OpsPage>
	);
}
