import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormPasswordField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { Notice } from "~/shared/ui/notice";
import type { LeaveFormProps } from "./leave-form";
import { confirmOwner, deleteAccount } from "./sessions";

const BY_PHONE = v.object({ password: v.string() });
const BY_PASSWORD = v.object({ password: v.pipe(v.string(), v.nonEmpty("missing")) });

interface Props extends LeaveFormProps {
	byPhone: boolean;
	/** Switches to the other proof. */
	onChange: () => void;
	onClose: () => void;
}

/** The proof of owning the account: its password, or a code to its phone. */
export default function LeaveConfirmForm({ onLeft, phone, byPhone, onChange, onClose }: Props) {
	const { t } = useTranslation("privacy");
	const [phoneToken, setPhoneToken] = useState<string | null>(null);
	const [isMissing, setMissing] = useState(false);
	const form = useApiForm({
		schema: byPhone ? BY_PHONE : BY_PASSWORD,
		defaultValues: { password: "" },
		errorText: () => t("leave.passwordNeeded"),
		onSubmit: async ({ password }) => {
			setMissing(byPhone && phoneToken === null);
			if (byPhone && phoneToken === null) return;
			await confirmOwner(byPhone && phoneToken ? { phoneToken } : { password });
			await deleteAccount();
			onLeft();
		},
	});
	return (
		<Form form={form} className="mt-2 flex flex-col gap-4">
			<p className="text-ink-600">
				{t("leave.sureText")} {t(byPhone ? "leave.byPhone" : "leave.byPassword")}
			</p>
			{byPhone ? (
				phone(setPhoneToken)
			) : (
				<FormPasswordField
					control={form.control}
					name="password"
					label={t("leave.password")}
					autoComplete="current-password"
				/>
			)}
			<button
				type="button"
				onClick={onChange}
				className="min-h-12 self-start text-meta text-ink-600 underline"
			>
				{t(byPhone ? "leave.usePassword" : "leave.usePhone")}
			</button>
			{isMissing ? <Notice tone="danger">{t("leave.codeNeeded")}</Notice> : null}
			<FormProblem form={form} />
			<div className="flex flex-col gap-2.5">
				<Button onPress={onClose}>{t("leave.stay")}</Button>
				<Button type="submit" tone="danger" isPending={form.isPending}>
					{t("leave.finally")}
				</Button>
			</div>
		</Form>
	);
}
