import { useTranslation } from "react-i18next";
import type { GenericSchema } from "valibot";
import { useForm } from "~/lib/form";
import { type ErrorKey, firstError } from "./schema";

/** A form of the account screens: its rules are told in their words. */
export function useFields<Name extends string>(
	schemas: Record<Name, GenericSchema<string, unknown>>,
	initial: Partial<Record<Name, string>> = {},
) {
	const { t } = useTranslation("account");
	const failing = (name: Name, values: Record<Name, string>) => firstError(schemas, name, values);
	return useForm(schemas, (rule) => t(rule as ErrorKey), initial, failing);
}
