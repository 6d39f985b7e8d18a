import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { useClients } from "~/hotel/lib/clients-query";
import { requiredText } from "~/hotel/lib/rules";
import { useMe } from "~/hotel/session/hotel-session";
import type { ApiKey } from "~/hotel/types";
import { ShownOnce } from "~/hotel/ui/shown-once";
import { koreanDay } from "~/shared/lib/korea";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormDateField } from "~/shared/ui/form/form-choice-fields";
import { FormSelectField } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useChangeApiKey, useCreateApiKey } from "./queries";

const MAX_NAME_LENGTH = 50;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const schemaOf = (withPartner: boolean) =>
	v.pipe(
		v.object({
			name: requiredText("name", MAX_NAME_LENGTH),
			category: requiredText("category", MAX_NAME_LENGTH),
			clientId: withPartner ? v.pipe(v.string(), v.nonEmpty("clientId")) : v.string(),
			validFrom: v.pipe(v.string(), v.regex(DAY, "validFrom")),
			validTo: v.pipe(v.string(), v.regex(DAY, "validTo")),
		}),
		v.forward(
			v.partialCheck(
				[["validFrom"], ["validTo"]],
				({ validFrom, validTo }) => validFrom <= validTo,
				"period",
			),
			["validTo"],
		),
	);
type Rule = "name" | "category" | "clientId" | "validFrom" | "validTo" | "period";

interface Props {
	/** Null for a new one. */
	apiKey: ApiKey | null;
	onClose: () => void;
}

/** Creates a key for a partner's machines and shows it once, or changes a key's name and validity. */
export function KeyDialog({ apiKey, onClose }: Props) {
	const { t } = useTranslation("hotelAdmin");
	// A partner creates its own keys; others select the partner.
	const withPartner = useMe().client?.kind !== "partner" && !apiKey;
	const create = useCreateApiKey();
	const change = useChangeApiKey(apiKey?.id ?? 0);
	const [secret, setSecret] = useState<string | null>(null);
	const now = new Date();
	const form = useApiForm({
		schema: schemaOf(withPartner),
		defaultValues: {
			name: apiKey?.name ?? "",
			category: apiKey?.category ?? "",
			clientId: "",
			validFrom: apiKey?.validFrom ?? koreanDay(now),
			validTo: apiKey?.validTo ?? koreanDay(new Date(now.getTime() + YEAR_MS)),
		},
		errorText: (rule) => t(`keys.error.${rule as Rule}`),
		onSubmit: async ({ clientId, ...body }) => {
			if (apiKey) {
				await change.mutateAsync(body);
				return onClose();
			}
			const made = await create.mutateAsync({ ...body, ...(clientId ? { clientId: Number(clientId) } : {}) });
			setSecret(made.key);
		},
	});
	if (secret !== null) {
		return <ShownOnce title={t("keys.made")} text={t("keys.madeText")} secret={secret} onClose={onClose} />;
	}
	return (
		<Dialog title={t(apiKey ? "keys.edit" : "keys.new")} onClose={onClose}>
			<Form form={form} className="mt-4 flex flex-col gap-4">
				{withPartner ? <PartnerField control={form.control} /> : null}
				<FormTextField control={form.control} name="name" label={t("keys.column.name")} autoComplete="off" />
				<FormTextField
					control={form.control}
					name="category"
					label={t("keys.column.category")}
					hint={t("keys.categoryHint")}
					autoComplete="off"
				/>
				<div className="grid grid-cols-2 items-start gap-3">
					<FormDateField control={form.control} name="validFrom" deps={["validTo"]} label={t("keys.from")} />
					<FormDateField control={form.control} name="validTo" label={t("keys.to")} />
				</div>
				{apiKey ? <p className="text-meta text-ink-600">{t("keys.toHint")}</p> : null}
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t(apiKey ? "person.save" : "keys.make")}
				</Button>
			</Form>
		</Dialog>
	);
}

type Control = Parameters<typeof FormSelectField<v.InferInput<ReturnType<typeof schemaOf>>>>[0]["control"];

function PartnerField({ control }: { control: Control }) {
	const { t } = useTranslation("hotelAdmin");
	const partners = useClients("partner").data?.items ?? [];
	return (
		<FormSelectField
			control={control}
			name="clientId"
			label={t("keys.column.partner")}
			emptyText={t("keys.choosePartner")}
			choices={partners.map(({ id, name }) => [String(id), name] as const)}
		/>
	);
}
