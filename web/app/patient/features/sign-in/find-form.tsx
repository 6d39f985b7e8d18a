import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { api } from "~/patient/api";
import { useErrorText } from "~/patient/lib/use-error-text";
import { isStatus } from "~/shared/api/problem";
import { unwrapEmpty } from "~/shared/api/unwrap";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem, useParentForm } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { type Channel, ChannelChoice } from "./channel-choice";
import { findFields } from "./schema";

const FindResult = lazy(() => import("./find-result").then((module) => ({ default: module.FindResult })));

/** What to recover: the login ID, or the password of a known login ID. */
export type RecoveryTarget = "id" | "password";

type Values = Record<keyof typeof findFields, string>;

function requestRecovery(wanted: RecoveryTarget, channel: Channel, { loginUserId, email, phone }: Values) {
	if (wanted === "id")
		return unwrapEmpty(api.POST("/patients/find-id", { body: channel === "email" ? { email } : { phone } }));
	const reached = channel === "email" ? { email } : { phoneNumber: phone };
	return unwrapEmpty(api.POST("/patients/find-password", { body: { loginUserId, ...reached } }));
}

/** Validation rules by channel. The other channel's field keeps its input. */
const schemaOf = (wanted: RecoveryTarget, channel: Channel) =>
	v.object({
		loginUserId: wanted === "password" ? findFields.loginUserId : v.string(),
		email: channel === "email" ? findFields.email : v.string(),
		phone: channel === "phone" ? findFields.phone : v.string(),
	});

/** Requests the login ID or a password link, by phone or e-mail. */
export function FindForm({ target }: { target: RecoveryTarget }) {
	const { t } = useTranslation("auth");
	const { t: tAccount } = useTranslation("account");
	const [channel, setChannel] = useState<Channel>("phone");
	const [result, setResult] = useState<"sent" | "missing" | null>(null);
	const form = useApiForm({
		schema: schemaOf(target, channel),
		defaultValues: { loginUserId: "", email: "", phone: "" },
		errorText: useErrorText(),
		serverNames: { phoneNumber: "phone" },
		onSubmit: (values) =>
			requestRecovery(target, channel, values).then(
				() => setResult("sent"),
				(error) => {
					if (!isStatus(error, 404)) throw error;
					setResult("missing");
				},
			),
	});
	const place = useRef<HTMLDivElement>(null);
	const close = () => {
		setResult(null);
		place.current?.querySelector<HTMLButtonElement>("button[type=submit]")?.focus();
	};
	return (
		<div ref={place}>
			<Form form={form} className="flex flex-col gap-4">
				{target === "password" ? (
					<FormTextField
						control={form.control}
						name="loginUserId"
						label={tAccount("field.loginUserId")}
						autoComplete="username"
						isRequired
					/>
				) : null}
				<ChannelChoice
					channel={channel}
					onChange={(chosen) => {
						form.clearErrors();
						setChannel(chosen);
					}}
				/>
				<ContactField channel={channel} />
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending} className="mt-2 w-full">
					{t(target === "id" ? "find.idSubmit" : "find.passwordSubmit")}
				</Button>
			</Form>
			{result ? (
				<Suspense>
					<FindResult target={target} channel={channel} result={result} onClose={close} />
				</Suspense>
			) : null}
		</div>
	);
}

/** The phone number or e-mail address that receives the response. */
function ContactField({ channel }: { channel: Channel }) {
	const { t } = useTranslation("account");
	const { control } = useParentForm<Values>();
	if (channel === "email")
		return (
			<FormTextField
				key="email"
				control={control}
				name="email"
				label={t("field.email")}
				type="email"
				inputMode="email"
				autoComplete="email"
				isRequired
			/>
		);
	return (
		<FormTextField
			key="phone"
			control={control}
			name="phone"
			label={t("field.phoneNumber")}
			hint={t("field.phoneHint")}
			type="tel"
			inputMode="tel"
			autoComplete="tel"
			isRequired
		/>
	);
}
