import clinic from "~/locales/en/clinic.json";

/** The console's English, which patients never load. */
export const clinicEnglish = { clinic };
