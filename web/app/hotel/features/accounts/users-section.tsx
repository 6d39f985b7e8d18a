import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMe } from "~/hotel/session/hotel-session";
import type { User } from "~/hotel/types";
import { DataTable } from "~/hotel/ui/data-table";
import { QueryState } from "~/hotel/ui/query-state";
import { RowButton } from "~/hotel/ui/row-button";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { SearchBox } from "~/shared/ui/search-box";
import { useUsers } from "./queries";

const UserDialog = lazy(() => import("./user-dialog").then((module) => ({ default: module.UserDialog })));

const matches = ({ name, loginId, client, contact }: User, query: string) =>
	[name, loginId, client?.name ?? "", contact].some((text) =>
		text.toLowerCase().includes(query.toLowerCase()),
	);

/** All accounts with their role and client. */
export function UsersSection() {
	const { t } = useTranslation("hotelAdmin");
	const own = useMe().id;
	const query = useUsers();
	const [search, setSearch] = useState("");
	const [editing, setEditing] = useState<User | "new" | null>(null);
	return (
		<>
			<div className="flex flex-col gap-3 sm:flex-row">
				<SearchBox
					className="min-w-0 flex-1"
					label={t("users.search")}
					placeholder={t("users.search")}
					onSearch={setSearch}
				/>
				<Button onPress={() => setEditing("new")}>{t("users.new")}</Button>
			</div>
			<QueryState query={query}>
				{({ items }) => (
					<DataTable
						label={t("users.title")}
						rows={items.filter((user) => matches(user, search))}
						keyOf={({ id }) => id}
						empty={t("users.none")}
						columns={[
							{ head: t("person.name"), cell: (user) => <UserName user={user} /> },
							{ head: t("users.column.role"), cell: ({ role }) => t(`role.${role}`, { ns: "hotel" }) },
							{ head: t("users.column.client"), cell: ({ client }) => client?.name ?? "–" },
							{
								head: t("person.contact"),
								cell: ({ contact }) => <span className="number whitespace-nowrap">{contact || "–"}</span>,
							},
							{ head: t("person.classification"), cell: ({ classification }) => classification || "–" },
							{
								head: t("person.actions"),
								isUnlabeled: true,
								cell: (user) =>
									user.id === own ? null : (
										<RowButton
											text={t(user.active ? "person.edit" : "person.reactivate")}
											name={user.name}
											onPress={() => setEditing(user)}
										/>
									),
							},
						]}
					/>
				)}
			</QueryState>
			{editing ? (
				<Suspense>
					<UserDialog user={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
				</Suspense>
			) : null}
		</>
	);
}

function UserName({ user }: { user: User }) {
	const { t } = useTranslation("hotelAdmin");
	return (
		<>
			<span className="flex flex-wrap items-center gap-x-2 gap-y-1">
				{user.name}
				{user.active ? null : <Badge tint="quiet">{t("person.inactive")}</Badge>}
				{user.active && user.mustChangePassword ? (
					<Badge tint="warning">{t("person.temporary")}</Badge>
				) : null}
			</span>
			<span className="number block text-meta font-normal text-ink-600">{user.loginId}</span>
		</>
	);
}
