import "i18next";
import type accessLog from "~/locales/ko/accessLog.json";
import type account from "~/locales/ko/account.json";
import type claims from "~/locales/ko/claims.json";
import type clinic from "~/locales/ko/clinic.json";
import type common from "~/locales/ko/common.json";
import type home from "~/locales/ko/home.json";
import type insurance from "~/locales/ko/insurance.json";
import type legal from "~/locales/ko/legal.json";
import type notifications from "~/locales/ko/notifications.json";
import type payments from "~/locales/ko/payments.json";
import type person from "~/locales/ko/person.json";
import type rights from "~/locales/ko/rights.json";
import type selfCheck from "~/locales/ko/selfCheck.json";
import type tci from "~/locales/ko/tci.json";
import type tongue from "~/locales/ko/tongue.json";
import type ways from "~/locales/ko/ways.json";

declare module "i18next" {
	interface CustomTypeOptions {
		defaultNS: "common";
		resources: {
			accessLog: typeof accessLog;
			account: typeof account;
			claims: typeof claims;
			clinic: typeof clinic;
			common: typeof common;
			home: typeof home;
			insurance: typeof insurance;
			legal: typeof legal;
			notifications: typeof notifications;
			payments: typeof payments;
			person: typeof person;
			rights: typeof rights;
			selfCheck: typeof selfCheck;
			tci: typeof tci;
			tongue: typeof tongue;
			ways: typeof ways;
		};
	}
}
