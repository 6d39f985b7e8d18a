import { lazy, Suspense, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { Address } from "~/shared/api/types";
import { buttonStyle } from "~/shared/ui/button-style";
import { useParentForm } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";

const AddressSearch = lazy(() => import("./address-search"));

interface AddressValues {
	zipcode: string;
	address: string;
	addressDetail: string;
}

/** The search: what is chosen goes into the form, and the focus to what comes next. */
function useAddressSearch() {
	const { setValue, setFocus } = useParentForm<AddressValues>();
	const [isOpen, setOpen] = useState(false);
	const button = useRef<HTMLButtonElement>(null);

	const choose = (address: Address) => {
		setValue("zipcode", address.zipcode, { shouldValidate: true });
		setValue("address", address.roadAddress, { shouldValidate: true });
		setOpen(false);
		requestAnimationFrame(() => setFocus("addressDetail"));
	};
	const close = () => {
		setOpen(false);
		requestAnimationFrame(() => button.current?.focus());
	};
	return { button, isOpen, open: () => setOpen(true), choose, close };
}

/** Postcode and address of the form around them, searched for or typed, and the detail that no search knows. */
export function AddressFields() {
	const { t } = useTranslation("account");
	const { t: tAuth } = useTranslation("auth");
	const { control } = useParentForm<AddressValues>();
	const { button, isOpen, open, choose, close } = useAddressSearch();
	return (
		<>
			<FormTextField
				control={control}
				name="zipcode"
				label={t("field.zipcode")}
				inputMode="numeric"
				autoComplete="postal-code"
				maxLength={5}
				action={
					<button
						ref={button}
						type="button"
						aria-haspopup="dialog"
						onClick={open}
						className={buttonStyle("secondary", "h-13 shrink-0", "tight")}
					>
						{tAuth("address.find")}
					</button>
				}
			/>
			<FormTextField
				control={control}
				name="address"
				label={t("field.address")}
				autoComplete="address-line1"
			/>
			<FormTextField
				control={control}
				name="addressDetail"
				label={t("field.addressDetail")}
				autoComplete="address-line2"
			/>
			{isOpen
				? // A form of its own, which may not stand inside the other.
					createPortal(
						<Suspense>
							<AddressSearch onChoose={choose} onClose={close} />
						</Suspense>,
						document.body,
					)
				: null}
		</>
	);
}
