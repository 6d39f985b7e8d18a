import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextAreaField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import type { NoteDialogProps } from "./note-dialog";

const MAX_LENGTH = 500;

/** The form of `NoteDialog`. */
export default function NoteForm({
	missing,
	maxLength = MAX_LENGTH,
	tone,
	onNote,
	onClose,
	...texts
}: NoteDialogProps) {
	const { t } = useTranslation();
	const trimmed = v.pipe(v.string(), v.trim());
	const form = useApiForm({
		schema: v.object({ note: missing === undefined ? trimmed : v.pipe(trimmed, v.nonEmpty(missing)) }),
		defaultValues: { note: "" },
		errorText: (rule) => rule,
		onSubmit: ({ note }) => onNote(note),
	});
	return (
		<Dialog title={texts.title} onClose={onClose}>
			<Form form={form} className="mt-2 flex flex-col gap-3">
				<p className="text-ink-600">{texts.text}</p>
				<FormTextAreaField
					control={form.control}
					name="note"
					label={texts.label}
					rows={3}
					maxLength={maxLength}
				/>
				<FormProblem form={form} />
				<div className="grid grid-cols-2 gap-2">
					<Button tone="secondary" onPress={onClose}>
						{texts.cancelLabel ?? t("action.cancel")}
					</Button>
					<Button type="submit" tone={tone} isPending={form.isPending}>
						{texts.submit}
					</Button>
				</div>
			</Form>
		</Dialog>
	);
}
