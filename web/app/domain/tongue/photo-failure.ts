import type { TFunction } from "i18next";
import type { ShrinkFailure } from "~/shared/image/decode";

/** Why a photo cannot be sent, and what to do. */
export function photoFailureText(t: TFunction<"tongue">, { reason, format }: ShrinkFailure): string {
	return t(`file.${reason}`, { format: format?.toUpperCase() });
}
