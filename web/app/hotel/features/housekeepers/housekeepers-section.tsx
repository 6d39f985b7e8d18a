import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { HotelName, User } from "~/hotel/types";
import { DataTable } from "~/hotel/ui/data-table";
import { QueryState } from "~/hotel/ui/query-state";
import { RowButton } from "~/hotel/ui/row-button";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { HousekeeperDialog } from "./housekeeper-dialog";
import { useHousekeepers } from "./queries";

/** The housekeepers of a hotel, which manages their accounts itself. */
export function HousekeepersSection({ hotel }: { hotel: HotelName }) {
	const { t } = useTranslation("hotelAdmin");
	const query = useHousekeepers(hotel.id);
	const [editing, setEditing] = useState<User | "new" | null>(null);
	return (
		<>
			<Button className="self-start" onPress={() => setEditing("new")}>
				{t("housekeepers.new")}
			</Button>
			<QueryState query={query}>
				{({ items }) => (
					<DataTable
						label={t("nav.housekeepers", { ns: "hotel" })}
						rows={items}
						keyOf={({ id }) => id}
						empty={t("housekeepers.none")}
						columns={[
							{
								head: t("person.name"),
								cell: ({ name, active }) => (
									<span className="flex items-center gap-2">
										{name} {active ? null : <Badge tint="quiet">{t("person.inactive")}</Badge>}
									</span>
								),
							},
							{ head: t("person.loginId"), cell: ({ loginId }) => <span className="number">{loginId}</span> },
							{
								head: t("person.contact"),
								cell: ({ contact }) => <span className="number whitespace-nowrap">{contact || "–"}</span>,
							},
							{ head: t("person.classification"), cell: ({ classification }) => classification || "–" },
							{ head: t("person.memo"), cell: ({ memo }) => memo || "–" },
							{
								head: t("person.actions"),
								isUnlabeled: true,
								cell: (person) => (
									<RowButton
										text={t(person.active ? "person.edit" : "person.reactivate")}
										name={person.name}
										onPress={() => setEditing(person)}
									/>
								),
							},
						]}
					/>
				)}
			</QueryState>
			{editing ? (
				<HousekeeperDialog
					hotelId={hotel.id}
					person={editing === "new" ? null : editing}
					onClose={() => setEditing(null)}
				/>
			) : null}
		</>
	);
}
