import { bundleKo } from "~/i18n/i18n";
import account from "~/locales/ko/account.json";
import authTexts from "~/locales/ko/auth.json";
import { AddressFields } from "./address-fields";

bundleKo("account", account);
bundleKo("auth", authTexts);

/** The address fields with their texts, for a form that asks for an address now and then. */
export default AddressFields;
