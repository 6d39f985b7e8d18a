import "i18next";
import type accessLog from "~/locales/ko/accessLog.json";
import type account from "~/locales/ko/account.json";
import type auth from "~/locales/ko/auth.json";
import type claims from "~/locales/ko/claims.json";
import type clinic from "~/locales/ko/clinic.json";
import type clinicAccount from "~/locales/ko/clinicAccount.json";
import type common from "~/locales/ko/common.json";
import type home from "~/locales/ko/home.json";
import type insurance from "~/locales/ko/insurance.json";
import type invites from "~/locales/ko/invites.json";
import type legal from "~/locales/ko/legal.json";
import type link from "~/locales/ko/link.json";
import type notifications from "~/locales/ko/notifications.json";
import type patients from "~/locales/ko/patients.json";
import type payments from "~/locales/ko/payments.json";
import type people from "~/locales/ko/people.json";
import type person from "~/locales/ko/person.json";
import type privacy from "~/locales/ko/privacy.json";
import type profile from "~/locales/ko/profile.json";
import type records from "~/locales/ko/records.json";
import type selfCheck from "~/locales/ko/selfCheck.json";
import type statistics from "~/locales/ko/statistics.json";
import type tci from "~/locales/ko/tci.json";
import type tongue from "~/locales/ko/tongue.json";

declare module "i18next" {
	interface CustomTypeOptions {
		defaultNS: "common";
		resources: {
			accessLog: typeof accessLog;
			account: typeof account;
			claims: typeof claims;
			clinic: typeof clinic;
			clinicAccount: typeof clinicAccount;
			common: typeof common;
			home: typeof home;
			insurance: typeof insurance;
			invites: typeof invites;
			legal: typeof legal;
			link: typeof link;
			notifications: typeof notifications;
			patients: typeof patients;
			payments: typeof payments;
			people: typeof people;
			person: typeof person;
			profile: typeof profile;
			privacy: typeof privacy;
			records: typeof records;
			selfCheck: typeof selfCheck;
			statistics: typeof statistics;
			tci: typeof tci;
			tongue: typeof tongue;
			auth: typeof auth;
		};
	}
}
