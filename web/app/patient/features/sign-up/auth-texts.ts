import { bundleKo } from "~/i18n/i18n";
import auth from "~/locales/ko/auth.json";

/** Texts that most sign-ups never show; bundled with them, not with the app. */
bundleKo("auth", auth);
