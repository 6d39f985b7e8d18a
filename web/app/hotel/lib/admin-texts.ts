import { bundleEn } from "~/i18n/i18n";
import hotelAdmin from "~/locales/en/hotelAdmin.json";

// Bundled with the screens that a hotel does not use every day.
bundleEn("hotelAdmin", hotelAdmin);
