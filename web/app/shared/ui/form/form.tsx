import { createContext, type ReactNode, useContext, useLayoutEffect } from "react";
import { Form as AriaForm } from "react-aria-components/Form";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Notice } from "~/shared/ui/notice";
import { useUnsavedInput } from "~/shared/ui/unsaved-input";
import { type ApiForm, SERVER_ERROR } from "./use-api-form";

const FormContext = createContext<ApiForm<FieldValues> | null>(null);

/** The parent form of a shared group of fields. */
export function useParentForm<Values extends FieldValues>(): ApiForm<Values> {
	const form = useContext(FormContext);
	if (!form) throw new Error("a field without a form");
	return form as unknown as ApiForm<Values>;
}

interface FormProps<Values extends FieldValues, Output> {
	form: ApiForm<Values, Output>;
	className?: string;
	"aria-label"?: string;
	/** Runs instead of the submission, such as going to the next step. */
	onSubmit?: () => Promise<void>;
	children: ReactNode;
}

/** The form of `useApiForm`, see there. It never submits by GET, so that no URL contains typed text. */
export function Form<Values extends FieldValues, Output>({
	form,
	onSubmit,
	...props
}: FormProps<Values, Output>) {
	useUnsavedInput(form.formState.isDirty);
	return (
		<FormContext value={form as unknown as ApiForm<FieldValues>}>
			<AriaForm
				{...props}
				method="post"
				validationBehavior="aria"
				onSubmit={(event) => {
					// A dialog's form can be a child of another form in React's tree, which must not be submitted.
					event.stopPropagation();
					event.preventDefault();
					void (onSubmit ? onSubmit() : form.submit(event));
				}}
			/>
		</FormContext>
	);
}

/** Why the last submission failed, unless a field shows it. */
export function FormProblem<Values extends FieldValues, Output>({ form }: { form: ApiForm<Values, Output> }) {
	return form.problem ? <Notice tone="danger">{form.problem}</Notice> : null;
}

export interface FieldProps<Values extends FieldValues> {
	control: Control<Values>;
	name: FieldPath<Values>;
	/** Fields that are validated again when this one changes. */
	deps?: FieldPath<Values>[];
}

/** One field of a form with its error text. */
export function useField<Values extends FieldValues>({ control, name, deps }: FieldProps<Values>) {
	const { errorText, shownFields } = useParentForm();
	const { field, fieldState } = useController({ control, name, rules: { deps } });
	useLayoutEffect(() => {
		shownFields.add(name);
		return () => void shownFields.delete(name);
	}, [shownFields, name]);
	const { type, message = "" } = fieldState.error ?? {};
	const error = type === SERVER_ERROR ? message : message && errorText(message);
	return { field, error: error || undefined };
}
