import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { $api } from "~/ops/api";
import { parseId } from "~/shared/lib/format";
import { FilterSelect } from "./filter-select";

interface Props {
	value: number | null;
	onTenant: (id: number | null) => void;
}

/** Filters a list by tenant. */
export function TenantSelect({ value, onTenant }: Props) {
	const { t } = useTranslation("ops");
	const { data } = useQuery($api.queryOptions("get", "/ops/tenants"));
	return (
		<FilterSelect
			label={t("tenant")}
			all={t("all")}
			value={value === null ? "" : String(value)}
			choices={(data?.tenants ?? []).map(({ id, name }) => [String(id), name] as const)}
			onChange={(id) => onTenant(parseId(id))}
		/>
	);
}
