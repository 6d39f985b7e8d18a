import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { api } from "~/patient/api";
import { useErrorText } from "~/patient/lib/use-error-text";
import { useSession } from "~/patient/session/session";
import { problemText } from "~/shared/api/problem-text";
import { unwrapEmpty } from "~/shared/api/unwrap";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormPasswordField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { Notice } from "~/shared/ui/notice";

const OwnPhoneCode = lazy(() =>
	import("./own-phone-code").then((module) => ({ default: module.OwnPhoneCode })),
);
const SCHEMA = v.object({ password: v.pipe(v.string(), v.nonEmpty("loginPasswordRequired")) });

/** Confirms the account's owner, by password or by a code to the current number. */
export default function OwnerConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
	const { t } = useTranslation("profile");
	const { patient } = useSession();
	const [byPhone, setByPhone] = useState(false);
	const confirm = useMutation({
		mutationFn: (proof: { password: string } | { phoneToken: string }) =>
			unwrapEmpty(api.POST("/patients/auth/confirm", { body: proof })),
		onSuccess: onConfirmed,
	});
	return (
		<div className="flex flex-col gap-3 rounded-[16px] border border-line p-4">
			<p className="font-semibold">{t("owner.title")}</p>
			<p className="text-meta text-ink-600">{t("owner.text")}</p>
			{byPhone ? (
				<>
					<Suspense>
						<OwnPhoneCode
							phoneNumber={patient?.phoneNumber ?? ""}
							onProof={(phoneToken) => confirm.mutate({ phoneToken })}
						/>
					</Suspense>
					{confirm.isError ? <Notice tone="danger">{problemText(confirm.error)}</Notice> : null}
				</>
			) : (
				<OwnPassword onConfirm={(password) => confirm.mutateAsync({ password })} />
			)}
			<button
				type="button"
				onClick={() => {
					confirm.reset();
					setByPhone(!byPhone);
				}}
				className="min-h-12 self-start text-meta text-ink-600 underline"
			>
				{t(byPhone ? "owner.usePassword" : "owner.usePhone")}
			</button>
		</div>
	);
}

function OwnPassword({ onConfirm }: { onConfirm: (password: string) => Promise<void> }) {
	const { t } = useTranslation("profile");
	const { t: tAccount } = useTranslation("account");
	const form = useApiForm({
		schema: SCHEMA,
		defaultValues: { password: "" },
		errorText: useErrorText(),
		onSubmit: ({ password }) => onConfirm(password),
	});
	return (
		<Form form={form} className="flex flex-col gap-3">
			<FormPasswordField
				control={form.control}
				name="password"
				label={tAccount("field.password")}
				autoComplete="current-password"
			/>
			<FormProblem form={form} />
			<Button type="submit" tone="secondary" isPending={form.isPending}>
				{t("owner.confirm")}
			</Button>
		</Form>
	);
}
