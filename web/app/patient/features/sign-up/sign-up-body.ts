import { digitsOf } from "~/domain/person/person";
import type { SignUpRequest, Verification } from "~/shared/api/types";
import { type AgreementState, isAllAgreed } from "./agreements";
import type { SignUpOutput } from "./schema";

interface SignUpParts {
	values: SignUpOutput;
	agreed: AgreementState;
	/** The verified identity, which determines name, birth date and phone number. */
	identity: Verification | null;
	phoneToken: string | undefined;
	socialToken: string | null;
}

const dateDigits = (birth: string) => birth.replace(/\D/g, "");

function personBody({ values, identity }: SignUpParts) {
	const { name, phone, birth } = identity ?? { ...values, phone: values.phoneNumber };
	return { name, phoneNumber: digitsOf(phone), birth: dateDigits(birth) };
}

/** The request body, without empty optional fields. */
export function signUpBody(parts: SignUpParts): SignUpRequest {
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
		...personBody(parts),
		gender: gender === "" ? null : Number(gender),
		...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)),
		agreements: { all: isAllAgreed(agreed), ...agreed },
	};
}
