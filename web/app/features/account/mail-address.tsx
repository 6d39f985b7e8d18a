import type { ComponentProps } from "react";
import { bundleKo } from "~/i18n/i18n";
import account from "~/locales/ko/account.json";
import ways from "~/locales/ko/ways.json";
import { AddressFields } from "./address-fields";

bundleKo("account", account);
bundleKo("ways", ways);

/** The address fields with their texts, for a form that asks for an address now and then. */
export default function MailAddress(props: ComponentProps<typeof AddressFields>) {
	return <AddressFields {...props} />;
}
