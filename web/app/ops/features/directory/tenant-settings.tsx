import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "~/ops/session/operator-session";
import type { TenantDetail } from "~/ops/types";
import { Panel } from "~/ops/ui/panel";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { PicturesPanel } from "./pictures-panel";
import { useEnableTenant, usePutTenant } from "./queries";
import { TenantForm } from "./tenant-form";
import { TenantOverview } from "./tenant-overview";
import { valuesOf } from "./tenant-values";

/** A tenant's settings, read-only without the permission to change them. */
export function TenantSettings({ tenant }: { tenant: TenantDetail }) {
	const { t } = useTranslation("opsDirectory");
	const mayChange = useMay("change_directory");
	const put = usePutTenant(tenant);
	const enable = useEnableTenant(tenant.id);
	const verb = tenant.active ? "disable" : "enable";
	const [saved, setSaved] = useState(0);
	const [isAsking, setAsking] = useState(false);
	if (!mayChange) return <TenantOverview tenant={tenant} />;
	return (
		<>
			{saved > 0 ? <Notice tone="info">{t("tenant.saved")}</Notice> : null}
			<TenantForm
				key={saved}
				isNew={false}
				values={valuesOf(tenant)}
				submit={t("tenant.save")}
				onTenant={async (body) => {
					await put.mutateAsync(body);
					setSaved(saved + 1);
				}}
			/>
			<PicturesPanel tenant={tenant} />
			<Panel title={t(`${verb}.title`)} text={t(`${verb}.text`)}>
				<Button
					tone={tenant.active ? "danger" : "secondary"}
					className="self-start"
					onPress={() => setAsking(true)}
				>
					{t(`${verb}.open`)}
				</Button>
			</Panel>
			{isAsking ? (
				<ReasonDialog
					title={t(`${verb}.ask`, { name: tenant.name })}
					text={t(`${verb}.askText`)}
					submit={t(`${verb}.open`)}
					isDestructive={tenant.active}
					onReason={(reason) => enable.mutateAsync({ isEnabled: !tenant.active, reason })}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</>
	);
}
