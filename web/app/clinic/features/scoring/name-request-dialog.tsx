import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { api } from "~/clinic/api";
import { unwrap } from "~/shared/api/unwrap";
import { koreanDate } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormSelectField } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";

const DOCUMENTS = ["id_card", "driver_license", "passport", "residence_card"] as const;
const MAX_NAME_LENGTH = 50;

const schema = v.object({
	name: v.pipe(v.string(), v.trim(), v.nonEmpty("missing")),
	document: v.pipe(v.string(), v.nonEmpty("missing")),
});

/** Sends the account's owner a request to accept the name on an ID card that staff saw. */
export function NameRequestDialog({ id, onClose }: { id: number; onClose: () => void }) {
	const { t } = useTranslation("clinic");
	const ask = useMutation({
		mutationFn: (body: { name: string; document: string }) =>
			unwrap(api.POST("/institutions/tcis/{id}/name-request", { params: { path: { id } }, body })),
	});
	const form = useApiForm({
		schema,
		defaultValues: { name: "", document: "" },
		errorText: () => t("nameRequest.missing"),
		onSubmit: (body) => ask.mutateAsync(body),
	});
	if (ask.data) {
		return (
			<Dialog title={t("nameRequest.title")} onClose={onClose}>
				<p className="mt-2 mb-5 text-ink-600">
					{t("nameRequest.done", { date: koreanDate(ask.data.expiresAt) })}
				</p>
				<Button onPress={onClose}>{t("nameRequest.close")}</Button>
			</Dialog>
		);
	}
	return (
		<Dialog title={t("nameRequest.title")} onClose={onClose}>
			<Form form={form} className="mt-2 flex flex-col gap-3.5">
				<p className="text-ink-600">{t("nameRequest.text")}</p>
				<FormTextField
					control={form.control}
					name="name"
					label={t("nameRequest.name")}
					autoComplete="off"
					maxLength={MAX_NAME_LENGTH}
					isRequired
				/>
				<FormSelectField
					control={form.control}
					name="document"
					label={t("nameRequest.document")}
					emptyText={t("nameRequest.choose")}
					choices={DOCUMENTS.map((each) => [each, t(`nameRequest.${each}`)])}
					isRequired
				/>
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t("nameRequest.submit")}
				</Button>
			</Form>
		</Dialog>
	);
}
