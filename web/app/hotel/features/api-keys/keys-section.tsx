import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatAgo, formatDay } from "~/hotel/lib/format";
import { KEY_TINT } from "~/hotel/lib/states";
import type { ApiKey } from "~/hotel/types";
import { ConfirmDialog } from "~/hotel/ui/confirm-dialog";
import { DataTable } from "~/hotel/ui/data-table";
import { QueryState } from "~/hotel/ui/query-state";
import { RowButton } from "~/hotel/ui/row-button";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { KeyDialog } from "./key-dialog";
import { useApiKeys, useRevokeApiKey } from "./queries";
import { ReadingsGuide } from "./readings-guide";

/** The keys with which partners' machines send readings. */
export function KeysSection() {
	const { t } = useTranslation("hotelAdmin");
	const query = useApiKeys();
	const [editing, setEditing] = useState<ApiKey | "new" | null>(null);
	return (
		<>
			<Button className="self-start" onPress={() => setEditing("new")}>
				{t("keys.new")}
			</Button>
			<QueryState query={query}>{({ items }) => <KeyTable rows={items} onEdit={setEditing} />}</QueryState>
			<ReadingsGuide />
			{editing ? (
				<KeyDialog apiKey={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
			) : null}
		</>
	);
}

function KeyTable({ rows, onEdit }: { rows: readonly ApiKey[]; onEdit: (apiKey: ApiKey) => void }) {
	const { t } = useTranslation("hotelAdmin");
	const now = Date.now();
	return (
		<DataTable
			label={t("nav.apiKeys", { ns: "hotel" })}
			rows={rows}
			keyOf={({ id }) => id}
			empty={t("keys.none")}
			columns={[
				{
					head: t("keys.column.name"),
					cell: ({ name, keyPrefix }) => (
						<>
							{name}
							<span className="number block text-meta font-normal text-ink-600">{keyPrefix}…</span>
						</>
					),
				},
				{ head: t("keys.column.partner"), cell: ({ partner }) => partner.name },
				{ head: t("keys.column.category"), cell: ({ category }) => category },
				{
					head: t("keys.column.period"),
					cell: ({ validFrom, validTo }) => (
						<span className="number">
							{t("keys.period", { from: formatDay(validFrom), to: formatDay(validTo) })}
						</span>
					),
				},
				{
					head: t("keys.column.state"),
					cell: ({ state }) => <Badge tint={KEY_TINT[state]}>{t(`keys.state.${state}`)}</Badge>,
				},
				{
					head: t("keys.column.lastUsed"),
					cell: ({ lastUsedAt }) => (lastUsedAt ? formatAgo(lastUsedAt, now) : "–"),
				},
				{
					head: t("person.actions"),
					isUnlabeled: true,
					cell: (apiKey) =>
						apiKey.state === "revoked" ? null : (
							<span className="flex gap-4 md:justify-end">
								<RowButton text={t("person.edit")} name={apiKey.name} onPress={() => onEdit(apiKey)} />
								{apiKey.state === "expired" ? null : <RevokeButton apiKey={apiKey} />}
							</span>
						),
				},
			]}
		/>
	);
}

function RevokeButton({ apiKey }: { apiKey: ApiKey }) {
	const { t } = useTranslation("hotelAdmin");
	const revoke = useRevokeApiKey();
	const [isAsking, setAsking] = useState(false);
	return (
		<>
			<RowButton text={t("keys.revoke")} name={apiKey.name} onPress={() => setAsking(true)} />
			{isAsking ? (
				<ConfirmDialog
					title={t("keys.revokeTitle", { name: apiKey.name })}
					text={t("keys.revokeText")}
					submit={t("keys.revoke")}
					error={revoke.error}
					isPending={revoke.isPending}
					onConfirm={() => revoke.mutate(apiKey.id, { onSuccess: () => setAsking(false) })}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</>
	);
}
