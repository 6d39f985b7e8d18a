import { bundleKo } from "~/i18n/i18n";
import account from "~/locales/ko/account.json";
import authTexts from "~/locales/ko/auth.json";
import { AddressFields } from "./address-fields";

bundleKo("account", account);
bundleKo("auth", authTexts);

/** The address fields with their texts, in one lazy module for forms that rarely need an address. */
export default AddressFields;
