import account from "~/locales/en/account.json";
import auth from "~/locales/en/auth.json";
import common from "~/locales/en/common.json";
import home from "~/locales/en/home.json";
import insurance from "~/locales/en/insurance.json";
import invites from "~/locales/en/invites.json";
import legal from "~/locales/en/legal.json";
import link from "~/locales/en/link.json";
import notifications from "~/locales/en/notifications.json";
import people from "~/locales/en/people.json";
import person from "~/locales/en/person.json";
import privacy from "~/locales/en/privacy.json";
import profile from "~/locales/en/profile.json";
import records from "~/locales/en/records.json";
import selfCheck from "~/locales/en/selfCheck.json";
import share from "~/locales/en/share.json";
import tci from "~/locales/en/tci.json";
import tongue from "~/locales/en/tongue.json";

export const english = {
	account,
	common,
	home,
	insurance,
	invites,
	legal,
	link,
	notifications,
	people,
	person,
	profile,
	privacy,
	records,
	selfCheck,
	share,
	tci,
	tongue,
	auth,
};
