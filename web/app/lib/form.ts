import { useRef, useState } from "react";
import { type GenericSchema, safeParse } from "valibot";

const DEBOUNCE_MS = 5;

export type Fields = Record<string, GenericSchema<string, unknown>>;

/** What a field shows: the name of the rule that fails, or a text from the server. */
type Shown = { key: string } | { text: string };

/** The name of the first rule that a value fails. */
export function firstFailing(
	schema: GenericSchema<string, unknown> | undefined,
	value: string,
): string | null {
	const result = schema ? safeParse(schema, value, { abortPipeEarly: true }) : null;
	return result && !result.success ? result.issues[0].message : null;
}

/**
 * The state of an uncontrolled form: validates a field when it is left, and from then on at each change; the values
 * stay in the inputs.
 */
export function useForm<Name extends string>(
	schemas: Record<Name, GenericSchema<string, unknown>>,
	tell: (rule: string) => string,
	initial: Partial<Record<Name, string>> = {},
	failing: (name: Name, values: Record<Name, string>) => string | null = (name, values) =>
		firstFailing(schemas[name], values[name]),
) {
	const names = Object.keys(schemas) as Name[];
	const values = useRef(
		Object.fromEntries(names.map((name) => [name, initial[name] ?? ""])) as Record<Name, string>,
	);
	const touched = useRef(new Set<Name>());
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const [errors, setErrors] = useState<Partial<Record<Name, Shown>>>({});

	const check = (checked: Name[]) => {
		const found = checked.map((name) => [name, failing(name, values.current)] as const);
		setErrors((before) => {
			const after = { ...before };
			for (const [name, key] of found) {
				if (key) after[name] = { key };
				else delete after[name];
			}
			return after;
		});
		return found.find(([, key]) => key)?.[0] ?? null;
	};

	const seen = (changed: Name) =>
		names.filter(
			(name) =>
				touched.current.has(name) &&
				(name === changed || (changed === "password" && name === "verifyPassword")),
		);

	const errorOf = (name: Name) => {
		const shown = errors[name];
		if (!shown) return undefined;
		return "key" in shown ? tell(shown.key) : shown.text;
	};

	return {
		values,
		/** The props of one text field. */
		field: (name: Name) => ({
			name,
			defaultValue: values.current[name],
			error: errorOf(name),
			onChange: (value: string) => {
				values.current[name] = value;
				clearTimeout(timer.current);
				timer.current = setTimeout(() => check(seen(name)), DEBOUNCE_MS);
			},
			onBlur: () => {
				touched.current.add(name);
				check(seen(name));
			},
		}),
		/** Puts a value in; a field that is mounted afterwards shows it. */
		fill: (name: Name, value: string) => {
			values.current[name] = value;
			touched.current.add(name);
			check([name]);
		},
		/** Validates these fields, or all; answers the first one that fails. */
		validate: (which: Name[] = names): Name | null => {
			for (const name of which) touched.current.add(name);
			return check(which);
		},
		/** Whether one field is right, without showing anything. */
		isValid: (name: Name) => failing(name, values.current) === null,
		/** Shows the server's messages in the fields. */
		showServerErrors: (messages: Record<string, string>): Name | null => {
			const known = names.filter((name) => messages[name]);
			setErrors((before) => {
				const after = { ...before };
				for (const name of known) after[name] = { text: messages[name] ?? "" };
				return after;
			});
			return known[0] ?? null;
		},
	};
}
