import "i18next";
import type account from "~/locales/ko/account.json";
import type clinic from "~/locales/ko/clinic.json";
import type common from "~/locales/ko/common.json";
import type home from "~/locales/ko/home.json";
import type legal from "~/locales/ko/legal.json";
import type notifications from "~/locales/ko/notifications.json";
import type person from "~/locales/ko/person.json";
import type rights from "~/locales/ko/rights.json";
import type selfCheck from "~/locales/ko/selfCheck.json";
import type soon from "~/locales/ko/soon.json";
import type tci from "~/locales/ko/tci.json";
import type tongue from "~/locales/ko/tongue.json";
import type ways from "~/locales/ko/ways.json";

declare module "i18next" {
	interface CustomTypeOptions {
		defaultNS: "common";
		resources: {
			account: typeof account;
			clinic: typeof clinic;
			common: typeof common;
			home: typeof home;
			legal: typeof legal;
			notifications: typeof notifications;
			person: typeof person;
			rights: typeof rights;
			selfCheck: typeof selfCheck;
			soon: typeof soon;
			tci: typeof tci;
			tongue: typeof tongue;
			ways: typeof ways;
		};
	}
}
