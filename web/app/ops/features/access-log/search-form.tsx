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
	actions: readonly string[];
	onSearch: (search: AccessSearch) => void;
}

/** The search form. It searches only on submit, because each search adds an entry to the logs. */
export function SearchForm({ actions, onSearch }: Props) {
	const { t } = useTranslation("opsRecords");
	const { t: tOps } = useTranslation("ops");
	const [person, setPerson] = useState("");
	const [account, setAccount] = useState("");
	const [tenantId, setTenant] = useState<number | null>(null);
	const [action, setAction] = useState("");
	const [days, setDays] = useState({ from: "", to: "" });
	const send = (event: FormEvent) => {
		event.preventDefault();
		onSearch({ tenantId, account: account.trim(), person: person.trim(), action, ...days });
	};
	return (
		<form method="post" onSubmit={send} className="card grid gap-3 p-4 sm:grid-cols-2 lg:grid-cols-3">
			<SearchField label={t("access.person")} placeholder={t("access.personHint")} onChange={setPerson} />
			<SearchField label={t("access.account")} placeholder={t("access.accountHint")} onChange={setAccount} />
			<TenantSelect value={tenantId} onTenant={setTenant} />
			<FilterSelect
				label={t("access.action")}
				all={tOps("all")}
				value={action}
				choices={actions.map((each) => [each, accessActionText(each)] as const)}
				onChange={setAction}
			/>
			<div className="grid grid-cols-2 gap-3">
				<DateField
					label={t("access.from")}
					value={days.from}
					onChange={(from) => setDays({ ...days, from })}
				/>
				<DateField label={t("access.to")} value={days.to} onChange={(to) => setDays({ ...days, to })} />
			</div>
			<Button type="submit" className="self-end">
				{t("access.find")}
			</Button>
		</form>
	);
}
