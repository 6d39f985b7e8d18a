import { useRef } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { TextField } from "~/ui/text-field";
import { FindResult } from "./find-result";
import { problemText } from "./problem-text";
import { useFind, type Wanted } from "./use-find";
import { WayChoice } from "./way-choice";

/** Asks for the ID or for a password link, by e-mail or by phone. */
export function FindForm({ wanted }: { wanted: Wanted }) {
	const { t } = useTranslation("ways");
	const { t: account } = useTranslation("account");
	const find = useFind(wanted);
	const { field } = find.fields;
	const form = useRef<HTMLFormElement>(null);
	const close = () => {
		find.close();
		form.current?.querySelector<HTMLButtonElement>("button[type=submit]")?.focus();
	};
	return (
		<>
			<Form ref={form} validationBehavior="aria" onSubmit={find.submit} className="flex flex-col gap-4">
				{wanted === "password" ? (
					<TextField
						{...field("loginUserId")}
						label={account("field.loginUserId")}
						autoComplete="username"
						isRequired
					/>
				) : null}
				<WayChoice way={find.way} onChange={find.setWay} />
				{find.way === "email" ? (
					<TextField
						key="email"
						{...field("email")}
						label={account("field.email")}
						type="email"
						inputMode="email"
						autoComplete="email"
						isRequired
					/>
				) : (
					<TextField
						key="phone"
						{...field("phone")}
						label={account("field.phoneNumber")}
						hint={account("field.phoneHint")}
						type="tel"
						inputMode="tel"
						autoComplete="tel-national"
						isRequired
					/>
				)}
				{find.error ? <Notice tone="danger">{problemText(account, find.error)}</Notice> : null}
				<Button type="submit" isPending={find.pending} className="mt-2 w-full">
					{t(wanted === "id" ? "find.idSubmit" : "find.passwordSubmit")}
				</Button>
			</Form>
			{find.result ? (
				<FindResult wanted={wanted} way={find.way} result={find.result} onClose={close} />
			) : null}
		</>
	);
}
