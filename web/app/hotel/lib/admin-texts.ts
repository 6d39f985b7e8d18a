import { bundleEn } from "~/i18n/i18n";
import hotelAdmin from "~/locales/en/hotelAdmin.json";

// The screens that are not a hotel's everyday ones bring their texts with them.
bundleEn("hotelAdmin", hotelAdmin);
