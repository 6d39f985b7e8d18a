import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/shared/ui/button-style";
import { useParentForm } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import type { IdCheck } from "./use-id-check";

/** The login ID with its availability check. The result applies only to the ID that was checked. */
export function IdField({ id }: { id: IdCheck }) {
	const { t } = useTranslation("account");
	const { control } = useParentForm<{ loginUserId: string }>();
	return (
		<FormTextField
			control={control}
			name="loginUserId"
			error={id.message ?? undefined}
			success={id.state === "free" ? t("id.free") : undefined}
			label={t("field.loginUserId")}
			hint={t("field.loginUserIdHint")}
			autoComplete="username"
			maxLength={20}
			isRequired
			onChange={id.reset}
			action={
				<button
					type="button"
					aria-disabled={id.state === "checking"}
					onClick={() => void id.check()}
					className={buttonStyle("secondary", "h-13 shrink-0", "tight")}
				>
					{t("id.check")}
				</button>
			}
		/>
	);
}
