import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ago } from "~/hotel/lib/format";
import { KEY_TINT } from "~/hotel/lib/states";
import type { ApiKey } from "~/hotel/types";
import { ConfirmDialog } from "~/hotel/ui/confirm-dialog";
import { DataTable } from "~/hotel/ui/data-table";
import { QueryState } from "~/hotel/ui/query-state";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { KeyDialog } from "./key-dialog";
import { useApiKeys, useRevokeApiKey } from "./queries";

/** The keys that partners' machines send readings with. */
export function KeysSection() {
	const { t } = useTranslation("hotelAdmin");
	const query = useApiKeys();
	const [isMaking, setMaking] = useState(false);
	return (
		<>
			<Button className="self-start" onPress={() => setMaking(true)}>
				{t("keys.new")}
			</Button>
			<QueryState query={query}>{({ items }) => <KeyTable rows={items} />}</QueryState>
			{isMaking ? <KeyDialog onClose={() => setMaking(false)} /> : null}
		</>
	);
}

function KeyTable({ rows }: { rows: readonly ApiKey[] }) {
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
						<span className="number">{t("keys.period", { from: validFrom, to: validTo })}</span>
					),
				},
				{
					head: t("keys.column.state"),
					cell: ({ state }) => <Badge tint={KEY_TINT[state]}>{t(`keys.state.${state}`)}</Badge>,
				},
				{
					head: t("keys.column.lastUsed"),
					cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt, now) : "–"),
				},
				{
					head: t("person.actions"),
					isBare: true,
					cell: (apiKey) => (["used", "not_used"].includes(apiKey.state) ? <Revoke apiKey={apiKey} /> : null),
				},
			]}
		/>
	);
}

function Revoke({ apiKey }: { apiKey: ApiKey }) {
	const { t } = useTranslation("hotelAdmin");
	const revoke = useRevokeApiKey();
	const [isAsking, setAsking] = useState(false);
	return (
		<span className="-mx-3 flex md:justify-end">
			<button type="button" onClick={() => setAsking(true)} className={buttonStyle("quiet", "", "tight")}>
				{t("keys.revoke")}
				<span className="sr-only"> {apiKey.name}</span>
			</button>
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
		</span>
	);
}
