import { lazy, type RefObject, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { Address } from "~/lib/api/types";
import { buttonStyle } from "~/ui/button-style";
import { TextField, type TextFieldProps } from "~/ui/text-field";
import { focusField } from "./sign-in-form";

const AddressSearch = lazy(() => import("./address-search"));

type Name = "zipcode" | "address" | "addressDetail";

interface Props {
	form: RefObject<HTMLFormElement | null>;
	field: (name: Name) => Pick<TextFieldProps, "name" | "error" | "defaultValue" | "onChange" | "onBlur">;
	/** Puts a value where the next look at the field finds it. */
	onFill: (name: Name, value: string) => void;
}

/** Postcode and address, searched for or typed, and the detail that no search knows. */
export function AddressFields({ form, field, onFill }: Props) {
	const { t } = useTranslation("account");
	const { t: ways } = useTranslation("ways");
	const [isOpen, setOpen] = useState(false);
	const [filled, setFilled] = useState(0);

	const focusSoon = (name: string) => {
		requestAnimationFrame(() => form.current && focusField(form.current, name));
	};
	const choose = (address: Address) => {
		onFill("zipcode", address.zipcode);
		onFill("address", address.roadAddress);
		setFilled(filled + 1);
		setOpen(false);
		focusSoon("addressDetail");
	};
	const close = () => {
		setOpen(false);
		requestAnimationFrame(() =>
			form.current?.querySelector<HTMLButtonElement>("button[name=findAddress]")?.focus(),
		);
	};
	return (
		<>
			<TextField
				key={`zipcode${filled}`}
				{...field("zipcode")}
				label={t("field.zipcode")}
				inputMode="numeric"
				autoComplete="postal-code"
				maxLength={5}
				action={
					<button
						type="button"
						name="findAddress"
						aria-haspopup="dialog"
						onClick={() => setOpen(true)}
						className={buttonStyle("secondary", "h-13 shrink-0", "tight")}
					>
						{ways("address.find")}
					</button>
				}
			/>
			<TextField
				key={`address${filled}`}
				{...field("address")}
				label={t("field.address")}
				autoComplete="address-line1"
			/>
			<TextField {...field("addressDetail")} label={t("field.addressDetail")} autoComplete="address-line2" />
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
