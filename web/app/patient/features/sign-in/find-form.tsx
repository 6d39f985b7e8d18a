import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { api } from "~/patient/api";
import { useErrorText } from "~/patient/lib/use-error-text";
import { isStatus } from "~/shared/api/problem";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { FindResult } from "./find-result";
import { FindWay, type Way } from "./find-way";
import { findFields } from "./schema";

/** What is looked for: the ID alone, or a new password for an ID that is known. */
export type RecoveryTarget = "id" | "password";

type Values = Record<keyof typeof findFields, string>;

function find(wanted: RecoveryTarget, way: Way, { loginUserId, email, phone }: Values) {
	if (wanted === "id")
		return api.POST("/patients/find-id", { body: way === "email" ? { email } : { phone } });
	const reached = way === "email" ? { email } : { phoneNumber: phone };
	return api.POST("/patients/find-password", { body: { loginUserId, ...reached } });
}

/** The rules of what is asked; the field of the other way keeps what was typed. */
const schemaOf = (wanted: RecoveryTarget, way: Way) =>
	v.object({
		loginUserId: wanted === "password" ? findFields.loginUserId : v.string(),
		email: way === "email" ? findFields.email : v.string(),
		phone: way === "phone" ? findFields.phone : v.string(),
	});

/** Asks for the ID or for a password link, by phone or by e-mail. */
export function FindForm({ wanted }: { wanted: RecoveryTarget }) {
	const { t } = useTranslation("auth");
	const { t: account } = useTranslation("account");
	const [way, setWay] = useState<Way>("phone");
	const [result, setResult] = useState<"sent" | "missing" | null>(null);
	const form = useApiForm({
		schema: schemaOf(wanted, way),
		defaultValues: { loginUserId: "", email: "", phone: "" },
		errorText: useErrorText(),
		serverNames: { phoneNumber: "phone" },
		onSubmit: async (values) => {
			const { response, error } = await find(wanted, way, values);
			if (response.ok) return setResult("sent");
			if (!isStatus(error, 404)) throw error;
			setResult("missing");
		},
	});
	const { control } = form;
	const place = useRef<HTMLDivElement>(null);
	const close = () => {
		setResult(null);
		place.current?.querySelector<HTMLButtonElement>("button[type=submit]")?.focus();
	};
	return (
		<div ref={place}>
			<Form form={form} className="flex flex-col gap-4">
				{wanted === "password" ? (
					<FormTextField
						control={control}
						name="loginUserId"
						label={account("field.loginUserId")}
						autoComplete="username"
						isRequired
					/>
				) : null}
				<FindWay
					way={way}
					onChange={(chosen) => {
						form.clearErrors();
						setWay(chosen);
					}}
				/>
				{way === "phone" ? (
					<FormTextField
						key="phone"
						control={control}
						name="phone"
						label={account("field.phoneNumber")}
						hint={account("field.phoneHint")}
						type="tel"
						inputMode="tel"
						autoComplete="tel"
						isRequired
					/>
				) : (
					<FormTextField
						key="email"
						control={control}
						name="email"
						label={account("field.email")}
						type="email"
						inputMode="email"
						autoComplete="email"
						isRequired
					/>
				)}
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending} className="mt-2 w-full">
					{t(wanted === "id" ? "find.idSubmit" : "find.passwordSubmit")}
				</Button>
			</Form>
			{result ? <FindResult wanted={wanted} way={way} result={result} onClose={close} /> : null}
		</div>
	);
}
