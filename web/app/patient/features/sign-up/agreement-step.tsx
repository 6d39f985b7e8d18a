import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AddressFields } from "~/patient/ui/address-fields";
import { Button } from "~/shared/ui/button";
import { AgreementBoxes } from "./agreement-boxes";
import type { SignUpState } from "./use-sign-up";
import "./auth-texts";

/** Step 3: agreements, and an optional address. */
export function AgreementStep({ sign }: { sign: SignUpState }) {
	const { t } = useTranslation("account");
	const [hasAddress, setAddress] = useState(() => sign.form.getValues("address") !== "");
	return (
		<>
			<AgreementBoxes agreed={sign.agreed} onChange={sign.setAgreed} />
			{hasAddress ? (
				<AddressFields />
			) : (
				<Button tone="quiet" onPress={() => setAddress(true)} className="self-start">
					{t("form.addAddress")}
				</Button>
			)}
			<input type="hidden" name="ci" value={sign.identity.info?.ci ?? ""} />
		</>
	);
}
