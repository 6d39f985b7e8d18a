import accessLog from "~/locales/en/accessLog.json";
import claims from "~/locales/en/claims.json";
import clinic from "~/locales/en/clinic.json";
import clinicAccount from "~/locales/en/clinicAccount.json";
import credentials from "~/locales/en/credentials.json";
import patients from "~/locales/en/patients.json";
import payments from "~/locales/en/payments.json";
import statistics from "~/locales/en/statistics.json";

/** The console's English texts, which patients never load. */
export const clinicEnglish = {
	accessLog,
	claims,
	clinic,
	clinicAccount,
	credentials,
	patients,
	payments,
	statistics,
};
