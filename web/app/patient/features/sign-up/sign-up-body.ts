import { digitsOf } from "~/domain/person/person";
import type { SignUp, Verification } from "~/shared/api/types";
import { type Agreed, isAllAgreed } from "./agreements";
import type { SignUpOutput } from "./schema";

interface Parts {
	values: SignUpOutput;
	agreed: Agreed;
	/** The verified identity, which determines name, birth date and phone number. */
	identity: Verification | null;
	phoneToken: string | undefined;
	socialToken: string | null;
}

const dateDigits = (birth: string) => birth.replace(/\D/g, "");

function person({ values, identity }: Parts) {
	const { name, phone, birth } = identity ?? { ...values, phone: values.phoneNumber };
	return { name, phoneNumber: digitsOf(phone), birth: dateDigits(birth) };
}

/** The request body, without empty optional fields. */
export function signUpBody(parts: Parts): SignUp {
	const { values, agreed, identity, phoneToken, socialToken } = parts;
	const { zipcode, address, addressDetail, email, gender } = values;
	const optional = {
		zipcode,
		address,
		addressDetail,
		email,
		verificationId: identity?.id,
		ci: identity?.ci,
		// A verified identity includes its phone number, so no code is needed.
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
