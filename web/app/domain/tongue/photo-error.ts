import type { TFunction } from "i18next";
import type { PhotoError } from "~/shared/image/decode";

/** Why a photo cannot be sent, and what to do. */
export function photoErrorText(t: TFunction<"tongue">, { reason, format }: PhotoError): string {
	return t(`file.${reason}`, { format: format?.toUpperCase() });
}
