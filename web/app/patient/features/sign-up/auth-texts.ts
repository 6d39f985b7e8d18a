import { bundleKo } from "~/i18n/i18n";
import auth from "~/locales/ko/auth.json";

/** Texts for what most people who sign up never see; they come with it. */
bundleKo("auth", auth);
