import { valibotResolver } from "@hookform/resolvers/valibot";
import { type BaseSyntheticEvent, useRef, useState } from "react";
import {
	type Control,
	type DefaultValues,
	type FieldPath,
	type FieldValues,
	type UseFormReturn,
	useForm,
} from "react-hook-form";
import type { GenericSchema } from "valibot";
import { fieldMessages } from "~/shared/api/problem";
import { problemText } from "~/shared/api/problem-text";

const DEBOUNCE_MS = 5;

/** Type of an error with the server's own text, which is shown unchanged. */
export const SERVER_ERROR = "server";

interface Options<Values extends FieldValues, Output> {
	/** The validation rules. Each message is the name of a rule, which `errorText` translates. */
	schema: GenericSchema<Values, Output>;
	defaultValues: DefaultValues<Values>;
	/** The text of a failed rule in the current language. */
	errorText: (rule: string) => string;
	/** Submits the schema's output; rejects with the server's problem. */
	onSubmit: (output: Output, values: Values) => Promise<unknown> | unknown;
	/** Handles invalid fields that are not on the screen, such as those of an earlier step. */
	onInvalid?: (names: string[]) => void;
	/** The form's names of fields that have other names on the server. */
	serverNames?: Record<string, FieldPath<Values>>;
}

export interface ApiForm<Values extends FieldValues, Output = Values>
	extends Omit<UseFormReturn<Values, unknown, Output>, "control"> {
	control: Control<Values>;
	/** Why the last submission failed, unless a field shows it; `failure` is the problem itself. */
	problem: string | null;
	failure: unknown;
	isPending: boolean;
	submit: (event?: BaseSyntheticEvent) => Promise<void>;
	errorText: (rule: string) => string;
	/** Names of the fields on the screen; each field adds itself. */
	shownFields: Set<string>;
	/** Shows a failed call: messages of fields in their fields, the rest in `FormProblem`. */
	showProblem: (problem: unknown) => void;
}

/**
 * A form whose values one API call accepts.
 *
 * ```tsx
 * const form = useApiForm({
 * 	schema: v.object({ name: v.pipe(v.string(), v.trim(), v.nonEmpty("name")) }),
 * 	defaultValues: { name: "" },
 * 	errorText: (rule) => t(`error.${rule as Rule}`),
 * 	onSubmit: (values) => save.mutateAsync(values),
 * });
 * return (
 * 	<Form form={form} className="flex flex-col gap-4">
 * 		<FormTextField control={form.control} name="name" label={t("name")} autoComplete="name" isRequired />
 * 		<FormProblem form={form} />
 * 		<Button type="submit" isPending={form.isPending}>{t("save")}</Button>
 * 	</Form>
 * );
 * ```
 *
 * A field is validated on blur, and from then on while typing. Submitting validates all fields and focuses the first
 * invalid one. The server's field errors are shown in their fields until these are edited. A second submission while one
 * is pending is ignored.
 */
export function useApiForm<Values extends FieldValues, Output>(
	options: Options<Values, Output>,
): ApiForm<Values, Output> {
	const { schema, defaultValues, errorText, onSubmit, onInvalid, serverNames } = options;
	const form = useForm<Values, unknown, Output>({
		resolver: valibotResolver<Values, unknown, Output>(schema),
		defaultValues,
		mode: "onTouched",
		delayError: DEBOUNCE_MS,
	});
	const [failure, setFailure] = useState<{ problem: unknown; message?: string } | null>(null);
	const [isPending, setPending] = useState(false);
	const isSending = useRef(false);
	const shownFields = useRef(new Set<string>()).current;

	const showProblem = (problem: unknown) => {
		let isShown = false;
		let message: string | undefined;
		for (const [name, text] of Object.entries(fieldMessages(problem))) {
			const field = serverNames?.[name] ?? (name as FieldPath<Values>);
			if (!shownFields.has(field)) message ??= text;
			else {
				form.setError(field, { type: SERVER_ERROR, message: text }, { shouldFocus: !isShown });
				isShown = true;
			}
		}
		if (message || !isShown) setFailure({ problem, message });
	};

	const send = async (output: Output) => {
		if (isSending.current) return;
		isSending.current = true;
		setPending(true);
		setFailure(null);
		try {
			await onSubmit(output, form.getValues());
		} catch (problem) {
			showProblem(problem);
		} finally {
			isSending.current = false;
			setPending(false);
		}
	};

	return {
		...form,
		control: form.control as unknown as Control<Values>,
		problem: failure && (failure.message ?? problemText(failure.problem)),
		failure: failure?.problem ?? null,
		isPending,
		errorText,
		shownFields,
		showProblem,
		submit: form.handleSubmit(send, (errors) => onInvalid?.(Object.keys(errors))),
	};
}
