import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { reasonField } from "~/ops/lib/reason";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { ReasonField } from "./reason-field";

export interface ReasonFormProps<Result> {
	/** Describes what will happen. */
	text: ReactNode;
	submit: string;
	/** Label of the field, if it is more than a reason. */
	label?: string;
	/** Marks an action that cannot be undone. */
	isDestructive?: boolean;
	/** Additional fields. */
	children?: ReactNode;
	/** Runs the action; rejects with the server's problem. */
	onReason: (reason: string) => Promise<Result>;
	/** Called after success, if more than closing is needed. */
	onDone?: (result: Result) => void;
	onClose: () => void;
}

const schema = v.object({ reason: reasonField });
type Rule = "reasonMissing" | "reasonTooLong";

/** The lazy part of `ReasonDialog`. */
export default function ReasonForm<Result>(props: ReasonFormProps<Result>) {
	const { text, submit, label, isDestructive, children, onReason, onDone, onClose } = props;
	const { t } = useTranslation("ops");
	const form = useApiForm({
		schema,
		defaultValues: { reason: "" },
		errorText: (rule) => t(`error.${rule as Rule}`),
		onSubmit: async ({ reason }) => {
			const result = await onReason(reason);
			if (onDone) onDone(result);
			else onClose();
		},
	});
	return (
		<Form form={form} className="mt-2 flex flex-col gap-4">
			<div className="text-ink-600">{text}</div>
			{children}
			<ReasonField control={form.control} name="reason" label={label} />
			<FormProblem form={form} />
			<div className="grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("reason.keep")}
				</Button>
				<Button type="submit" tone={isDestructive ? "danger" : "primary"} isPending={form.isPending}>
					{submit}
				</Button>
			</div>
		</Form>
	);
}
