import { useTranslation } from "react-i18next";
import type account from "~/locales/ko/account.json";

/** Returns the text of a failed rule of an account's fields. */
export function useErrorText(): (rule: string) => string {
	const { t } = useTranslation("account");
	return (rule) => t(`error.${rule as keyof typeof account.error}`);
}
