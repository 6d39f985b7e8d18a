import { parseId } from "~/shared/lib/format";
import { dayOf, useListSearch } from "~/shared/lib/list-search";
import type { AccessSearch } from "./queries";

/** The search of the access log. The URL holds it without the texts that name a person or an account. */
export function useAccessSearch() {
	const { search, hidden, setSearch, fieldKey } = useListSearch();
	const access: AccessSearch = {
		tenantId: parseId(search.get("tenantId") ?? ""),
		action: search.get("action") ?? "",
		from: dayOf(search, "from"),
		to: dayOf(search, "to"),
		person: hidden.person ?? "",
		account: hidden.account ?? "",
	};
	const setAccess = ({ tenantId, action, from, to, person, account }: AccessSearch) =>
		setSearch(
			{ tenantId: tenantId === null ? null : String(tenantId), action, from, to },
			{ person, account },
		);
	return { search: access, setSearch: setAccess, fieldKey };
}
