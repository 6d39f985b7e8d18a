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

/** The address search: fills the form with the selected address and focuses the next field. */
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

/** Postcode and address of the parent form, searched or typed, with a field for the details. */
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
				? // A separate form, which must not be nested in the other one.
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
