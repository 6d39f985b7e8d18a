import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { FilterSelect } from "~/ops/ui/filter-select";
import { TenantSelect } from "~/ops/ui/tenant-select";
import { Button } from "~/shared/ui/button";
import { DateField } from "~/shared/ui/date-field";
import { SearchField } from "~/shared/ui/search-field";
import { accessActionText } from "./action-text";
import type { AccessSearch } from "./queries";

interface Props {
	/** The search that the form starts with. */
	search: AccessSearch;
	actions: readonly string[];
	onSearch: (search: AccessSearch) => void;
}

/** The search form. It searches only on submit, because each search adds an entry to the logs. */
export function SearchForm({ search, actions, onSearch }: Props) {
	const { t } = useTranslation("opsRecords");
	const { t: tOps } = useTranslation("ops");
	const [typed, setTyped] = useState(search);
	const change = (part: Partial<AccessSearch>) => setTyped((before) => ({ ...before, ...part }));
	const send = (event: FormEvent) => {
		event.preventDefault();
		onSearch({ ...typed, account: typed.account.trim(), person: typed.person.trim() });
	};
	return (
		<form method="post" onSubmit={send} className="card grid gap-3 p-4 sm:grid-cols-2 lg:grid-cols-3">
			<SearchField
				label={t("access.person")}
				placeholder={t("access.personHint")}
				defaultValue={search.person}
				onChange={(person) => change({ person })}
			/>
			<SearchField
				label={t("access.account")}
				placeholder={t("access.accountHint")}
				defaultValue={search.account}
				onChange={(account) => change({ account })}
			/>
			<TenantSelect value={typed.tenantId} onTenant={(tenantId) => change({ tenantId })} />
			<FilterSelect
				label={t("access.action")}
				all={tOps("all")}
				value={typed.action}
				choices={actions.map((each) => [each, accessActionText(each)] as const)}
				onChange={(action) => change({ action })}
			/>
			<div className="grid grid-cols-2 gap-3">
				<DateField label={t("access.from")} value={typed.from} onChange={(from) => change({ from })} />
				<DateField label={t("access.to")} value={typed.to} onChange={(to) => change({ to })} />
			</div>
			<Button type="submit" className="self-end">
				{t("access.find")}
			</Button>
		</form>
	);
}
