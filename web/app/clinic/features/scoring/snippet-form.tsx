import { useTranslation } from "react-i18next";
import * as v from "valibot";
import type { CommentSnippet } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormCheckbox } from "~/shared/ui/form/form-native-fields";
import { FormTextAreaField, FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import type { SnippetTexts } from "./snippets-query";

const MAX_TITLE_LENGTH = 40;
const MAX_BODY_LENGTH = 1_000;

const SCHEMA = v.object({
	title: v.pipe(v.string(), v.trim(), v.nonEmpty("title")),
	body: v.pipe(v.string(), v.trim(), v.nonEmpty("body")),
	isShared: v.boolean(),
});

interface Props {
	/** The snippet to change; null adds one. */
	snippet: CommentSnippet | null;
	/** Whether the user may add snippets for the whole clinic. */
	mayShare: boolean;
	/** Saves it; rejects with the server's problem. */
	onSave: (snippet: SnippetTexts & { scope: "clinic" | "own" }) => Promise<unknown>;
	onCancel: () => void;
}

/** Form for the title and the text of a snippet. */
export function SnippetForm({ snippet, mayShare, onSave, onCancel }: Props) {
	const { t } = useTranslation("clinic");
	const form = useApiForm({
		schema: SCHEMA,
		defaultValues: { title: snippet?.title ?? "", body: snippet?.body ?? "", isShared: false as boolean },
		errorText: (rule) => t(`snippets.missing.${rule as "title" | "body"}`),
		onSubmit: ({ isShared, ...texts }) => onSave({ ...texts, scope: isShared ? "clinic" : "own" }),
	});
	const { control } = form;
	return (
		<Form form={form} className="mt-3 flex flex-col gap-3">
			<FormTextField
				control={control}
				name="title"
				label={t("snippets.name")}
				maxLength={MAX_TITLE_LENGTH}
				autoComplete="off"
			/>
			<FormTextAreaField
				control={control}
				name="body"
				label={t("snippets.body")}
				rows={5}
				maxLength={MAX_BODY_LENGTH}
			/>
			{mayShare && snippet === null ? (
				<FormCheckbox control={control} name="isShared" title={t("snippets.share")} />
			) : null}
			<FormProblem form={form} />
			<div className="grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onCancel}>
					{t("snippets.cancel")}
				</Button>
				<Button type="submit" isPending={form.isPending}>
					{t("snippets.save")}
				</Button>
			</div>
		</Form>
	);
}
