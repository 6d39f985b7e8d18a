import type { SignUp, Verification } from "~/lib/api/types";
import { digitsOf } from "~/lib/person";
import { type Agreed, isAllAgreed } from "./agreements";
import type { signUpFields } from "./schema";

export type SignUpValues = Record<keyof typeof signUpFields, string>;

interface Parts {
	values: SignUpValues;
	gender: string;
	agreed: Agreed;
	/** The verified identity, which then says name, birth and phone. */
	identity: Verification | null;
	phoneToken: string | null;
	socialToken: string | null;
}

const dateDigits = (birth: string) => digitsOf(birth).replaceAll(".", "");

function person({ values, identity }: Parts) {
	if (identity) {
		return { name: identity.name, phoneNumber: identity.phone, birth: dateDigits(identity.birth) };
	}
	return {
		name: values.name.trim(),
		phoneNumber: digitsOf(values.phoneNumber),
		birth: dateDigits(values.birth),
	};
}

/** What is sent: empty optional fields are left out. */
export function signUpBody(parts: Parts): SignUp {
	const { values, gender, agreed, identity, phoneToken, socialToken } = parts;
	const optional = {
		zipcode: values.zipcode.trim(),
		address: values.address.trim(),
		addressDetail: values.addressDetail.trim(),
		email: values.email.trim(),
		verificationId: identity?.id,
		ci: identity?.ci,
		// The identity's own phone needs no code.
		phoneToken: identity ? null : phoneToken,
		socialToken,
	};
	return {
		loginUserId: values.loginUserId,
		password: values.password,
		...person(parts),
		gender: gender === "" ? null : Number(gender),
		...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)),
		agreements: { all: isAllAgreed(agreed), ...agreed },
	};
}
