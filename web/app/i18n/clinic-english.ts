import claims from "~/locales/en/claims.json";
import clinic from "~/locales/en/clinic.json";

/** The console's English, which patients never load. */
export const clinicEnglish = { claims, clinic };
