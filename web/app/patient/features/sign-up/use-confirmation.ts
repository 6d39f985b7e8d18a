import { useEffect, useState } from "react";
import { usePhoneCode } from "~/patient/ui/use-phone-code";
import { useTenant } from "~/shared/lib/tenant";
import { useIdentity } from "./identity";
import type { SignUpValues } from "./schema";

/** Confirmation of the person: by an identity check if the tenant requires it, otherwise by a code to the phone. */
export function useConfirmation() {
	const phone = usePhoneCode();
	const identity = useIdentity();
	const isIdentityRequired = useTenant()?.identityRequired ?? false;
	const asksIdentity = isIdentityRequired || identity.info !== null;
	/** How often the user tried to continue without it. */
	const [missing, setMissing] = useState(0);
	return {
		phone,
		identity,
		asksIdentity,
		isConfirmed: asksIdentity ? identity.info !== null : phone.proof !== null,
		missing,
		reportMissing: () => setMissing((times) => times + 1),
	};
}

export type Confirmation = ReturnType<typeof useConfirmation>;

/** Copies the values of the verified identity into the form. */
export function useIdentityValues(
	{ info }: Confirmation["identity"],
	setValue: (name: keyof SignUpValues, value: string) => void,
): void {
	useEffect(() => {
		if (!info) return;
		setValue("name", info.name);
		setValue("birth", info.birth);
		setValue("phoneNumber", info.phone);
	}, [info, setValue]);
}
