import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMe } from "~/hotel/session/hotel-session";
import type { User } from "~/hotel/types";
import { DataTable } from "~/hotel/ui/data-table";
import { PersonActions } from "~/hotel/ui/person-actions";
import { QueryState } from "~/hotel/ui/query-state";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { SearchBox } from "~/shared/ui/search-box";
import { useEndUser, useResetUser, useUsers } from "./queries";
import { UserDialog } from "./user-dialog";

const matches = ({ name, loginId, client, contact }: User, words: string) =>
	[name, loginId, client?.name ?? "", contact].some((text) =>
		text.toLowerCase().includes(words.toLowerCase()),
	);

/** Who may sign in, in which role, at which client. */
export function UsersSection() {
	const { t } = useTranslation("hotelAdmin");
	const own = useMe().id;
	const query = useUsers();
	const [words, setWords] = useState("");
	const [editing, setEditing] = useState<User | "new" | null>(null);
	return (
		<>
			<div className="flex flex-col gap-3 sm:flex-row">
				<SearchBox
					className="min-w-0 flex-1"
					label={t("users.search")}
					placeholder={t("users.search")}
					onSearch={setWords}
				/>
				<Button onPress={() => setEditing("new")}>{t("users.new")}</Button>
			</div>
			<QueryState query={query}>
				{({ items }) => (
					<DataTable
						label={t("users.title")}
						rows={items.filter((user) => matches(user, words))}
						keyOf={({ id }) => id}
						empty={t("users.none")}
						columns={[
							{ head: t("person.name"), cell: (user) => <Name user={user} /> },
							{ head: t("users.column.role"), cell: ({ role }) => t(`role.${role}`, { ns: "hotel" }) },
							{ head: t("users.column.client"), cell: ({ client }) => client?.name ?? "–" },
							{
								head: t("person.contact"),
								cell: ({ contact }) => <span className="number whitespace-nowrap">{contact || "–"}</span>,
							},
							{ head: t("person.classification"), cell: ({ classification }) => classification || "–" },
							{
								head: t("person.actions"),
								isBare: true,
								cell: (user) =>
									user.active && user.id !== own ? (
										<Actions user={user} onEdit={() => setEditing(user)} />
									) : null,
							},
						]}
					/>
				)}
			</QueryState>
			{editing ? (
				<UserDialog user={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
			) : null}
		</>
	);
}

function Name({ user }: { user: User }) {
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

function Actions({ user, onEdit }: { user: User; onEdit: () => void }) {
	return <PersonActions person={user} reset={useResetUser()} end={useEndUser()} onEdit={onEdit} />;
}
