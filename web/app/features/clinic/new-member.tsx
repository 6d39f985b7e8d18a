import { type FormEvent, useRef, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { fieldMessages } from "~/lib/api/problem";
import { useForm } from "~/lib/form";
import { NAME_MAX } from "~/lib/person";
import { atMost, printable } from "~/lib/text-rules";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Sheet } from "~/ui/sheet";
import { TextField } from "~/ui/text-field";
import { problemText } from "./problem-text";
import { RoleSelect } from "./role-select";
import { useHire } from "./staff-query";

/** The rules of a new account; each names the text that tells of it. */
export const memberFields = {
	loginId: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9]{4,20}$/, "loginId")),
	name: v.pipe(v.string(), v.trim(), v.nonEmpty("name"), atMost(NAME_MAX, "tooLong"), printable("format")),
};
type Told = keyof typeof memberFields | "tooLong" | "format";

/** Lets somebody new in, and shows the temporary password once. */
export function NewMember({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation("clinic");
	const form = useForm(memberFields, (rule) => t(`staff.error.${rule as Told}`));
	const [role, setRole] = useState("analysis_expert");
	const hire = useHire();
	const said = useRef<Record<string, string>>({});
	said.current = fieldMessages(hire.error);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const failing = form.validate();
		if (failing) return event.currentTarget.querySelector<HTMLElement>(`[name=${failing}]`)?.focus();
		const { loginId, name } = form.values.current;
		if (!hire.isPending) hire.mutate({ loginId: loginId.trim(), name: name.trim(), role });
	};
	if (hire.data) {
		return (
			<Sheet title={t("staff.made")} onClose={onClose}>
				<p className="mt-2 text-ink-600">{t("staff.madeText", { name: hire.data.staff.name })}</p>
				{hire.data.temporaryPassword ? (
					<output className="number mt-4 block rounded-[16px] bg-mint-50 px-5 py-4 text-center text-[24px] font-extrabold tracking-wide select-all">
						{hire.data.temporaryPassword}
					</output>
				) : null}
				<p className="mt-2 text-meta text-ink-600">
					{t(hire.data.temporaryPassword ? "staff.once" : "staff.shown")}
				</p>
				<Button className="mt-5 w-full" onPress={onClose}>
					{t("staff.noted")}
				</Button>
			</Sheet>
		);
	}
	const other = hire.error && Object.keys(said.current).length === 0;
	return (
		<Sheet title={t("staff.new")} onClose={onClose}>
			<Form validationBehavior="aria" onSubmit={submit} className="mt-4 flex flex-col gap-4">
				<TextField
					{...form.field("loginId")}
					error={form.field("loginId").error ?? said.current.loginId}
					label={t("staff.loginId")}
					hint={t("staff.loginIdHint")}
					autoComplete="off"
				/>
				<TextField
					{...form.field("name")}
					error={form.field("name").error ?? said.current.name}
					label={t("staff.name")}
					autoComplete="off"
				/>
				<RoleSelect label={t("staff.role")} value={role} onChange={setRole} />
				{other ? <Notice tone="danger">{problemText(t, hire.error)}</Notice> : null}
				<Button type="submit" isPending={hire.isPending}>
					{t("staff.make")}
				</Button>
			</Form>
		</Sheet>
	);
}
