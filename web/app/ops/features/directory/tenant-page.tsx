import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useParams } from "react-router";
import { useAddressFilters } from "~/ops/lib/use-address-filters";
import type { TenantDetail } from "~/ops/types";
import { OpsPage } from "~/ops/ui/ops-page";
import { QueryState } from "~/ops/ui/query-state";
import { NotFound } from "~/shared/layouts/not-found";
import { parseId } from "~/shared/lib/format";
import { Badge } from "~/shared/ui/badge";
import { SegmentedControl } from "~/shared/ui/segmented-control";
import { Skeleton } from "~/shared/ui/skeleton";
import { ClinicsPanel } from "./clinics-panel";
import { InsurersPanel } from "./insurers-panel";
import { PaymentAccountsPanel } from "./payment-accounts-panel";
import { useTenantDetail } from "./queries";

const KakaoPanel = lazy(() => import("./kakao-panel").then((module) => ({ default: module.KakaoPanel })));
const TenantSettings = lazy(() =>
	import("./tenant-settings").then((module) => ({ default: module.TenantSettings })),
);

const TABS = ["clinics", "insurers", "accounts", "kakao", "settings"] as const;
type Tab = (typeof TABS)[number];

/** One tenant: clinics, insurers, payment accounts, KakaoTalk channel and settings. */
export function TenantPage() {
	const id = parseId(useParams().id);
	return id === null ? <NotFound /> : <KnownTenant id={id} />;
}

function KnownTenant({ id }: { id: number }) {
	const { t } = useTranslation("opsDirectory");
	const detail = useTenantDetail(id);
	const [{ tab: requestedTab }, setFilters] = useAddressFilters(["tab"]);
	const tenant = detail.data?.tenant;
	const tabs = tenant?.kind === "hotel" ? (["settings"] as const) : TABS;
	const tab: Tab = tabs.find((each) => each === requestedTab) ?? tabs[0];
	return (
		<OpsPage
			title={tenant?.name ?? t("tenant.untitled")}
			text={
				<span className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<Link
						to={href("/ops/tenants")}
						className="inline-flex min-h-6 items-center font-semibold text-green-700 underline underline-offset-2"
					>
						{t("tenant.back")}
					</Link>
					{tenant ? (
						<>
							<code>{tenant.key}</code>
							<span>{tenant.hosts.join(", ")}</span>
							<Badge tint={tenant.active ? "success" : "danger"}>
								{t(tenant.active ? "active" : "disabled")}
							</Badge>
						</>
					) : null}
				</span>
			}
		>
			<QueryState query={detail}>
				{(data) => (
					<>
						<SegmentedControl
							label={t("tenant.parts")}
							choices={tabs.map((each) => [each, t(`tabs.${each}`)] as const)}
							value={tab}
							onChange={(next) => setFilters({ tab: next })}
							row="flex min-w-0 max-w-full gap-1 overflow-x-auto sm:self-start"
							choice="flex-1 px-4 whitespace-nowrap"
						/>
						<TabPanel tab={tab} tenant={data.tenant} />
					</>
				)}
			</QueryState>
		</OpsPage>
	);
}

function TabPanel({ tab, tenant }: { tab: Tab; tenant: TenantDetail }) {
	if (tab === "clinics") return <ClinicsPanel tenantId={tenant.id} />;
	if (tab === "insurers") return <InsurersPanel tenantId={tenant.id} />;
	if (tab === "accounts") return <PaymentAccountsPanel tenantId={tenant.id} />;
	return (
		<Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
			{tab === "kakao" ? <KakaoPanel tenantId={tenant.id} /> : <TenantSettings tenant={tenant} />}
		</Suspense>
	);
}
