import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/ui/button-style";
import { TextField, type TextFieldProps } from "~/ui/text-field";
import type { IdCheck } from "./use-id-check";

interface Props {
	field: Pick<TextFieldProps, "name" | "error" | "onChange" | "onBlur">;
	id: IdCheck;
}

/** The login ID with its duplicate check; the answer belongs to the ID as it was checked. */
export function IdField({ field, id }: Props) {
	const { t } = useTranslation("account");
	const error = field.error ?? (id.message && id.state !== "free" ? id.message : undefined);
	return (
		<TextField
			{...field}
			error={error}
			success={id.state === "free" ? t("id.free") : undefined}
			label={t("field.loginUserId")}
			hint={t("field.loginUserIdHint")}
			autoComplete="username"
			maxLength={20}
			isRequired
			onChange={(value) => {
				id.reset();
				field.onChange?.(value);
			}}
			action={
				<button
					type="button"
					aria-disabled={id.state === "checking"}
					onClick={() => {
						// An ID that cannot be one is told so, even where the field was not left before.
						field.onBlur?.();
						id.check();
					}}
					className={buttonStyle("secondary", "h-13 shrink-0", "tight")}
				>
					{t("id.check")}
				</button>
			}
		/>
	);
}
