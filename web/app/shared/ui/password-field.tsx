import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EyeIcon, EyeOffIcon } from "./eye-icons";
import { TextField, type TextFieldProps } from "./text-field";

/** A password field with a show/hide button. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "action">) {
	const { t } = useTranslation();
	const [shown, setShown] = useState(false);
	return (
		<TextField
			{...props}
			type={shown ? "text" : "password"}
			action={
				<button
					type="button"
					aria-pressed={shown}
					aria-label={t("password.show", { label: props.label })}
					onClick={() => setShown(!shown)}
					className="absolute top-0.5 right-0.5 grid size-12 place-items-center rounded-control text-ink-600 hover:bg-quiet"
				>
					{shown ? <EyeOffIcon /> : <EyeIcon />}
				</button>
			}
		/>
	);
}
