import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components/Form";
import { useTranslation } from "react-i18next";
import { href, useNavigate, useSearchParams } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/link.json";
import { api } from "~/patient/api";
import { SubjectChoice } from "~/patient/ui/subject-choice";
import { fieldMessages, isProblem } from "~/shared/api/problem";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { TextField } from "~/shared/ui/text-field";

bundleKo("link", ko);

export const handle: RouteHandle = { back: "/apply-history" };

/** Takes the application of a walk-in into the account, by the code that staff showed or that a text message brought. */
export default function LinkWalkIn() {
	const { t } = useTranslation("link");
	const navigate = useNavigate();
	const client = useQueryClient();
	const [query] = useSearchParams();
	const [code, setCode] = useState(query.get("code") ?? "");
	const [personId, setPersonId] = useState<number | null>(null);
	const [isMissing, setMissing] = useState(false);
	const link = useMutation({
		mutationFn: async () => {
			const body = { code: code.trim(), ...(personId === null ? {} : { personId }) };
			const { data, error } = await api.POST("/patients/walk-ins", { body });
			if (!data) throw error;
			return data.clinic;
		},
		onSuccess: (clinic) => {
			void client.invalidateQueries();
			void navigate(href("/apply-history/:id", { id: String(clinic.id) }), { replace: true });
		},
	});
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		setMissing(code.trim() === "");
		if (code.trim() !== "" && !link.isPending) link.mutate();
	};
	const said = fieldMessages(link.error);
	const problem = link.error && isProblem(link.error) ? (said.personId ?? link.error.detail) : null;
	return (
		<Form
			method="post"
			validationBehavior="aria"
			onSubmit={submit}
			className="mx-auto flex max-w-[560px] flex-col gap-4 pt-2"
		>
			<div>
				<h1 className="text-title">{t("title")}</h1>
				<p className="mt-1 text-ink-600">{t("text")}</p>
			</div>
			<SubjectChoice personId={personId} onChoose={(person) => setPersonId(person.id)} />
			<TextField
				name="code"
				label={t("code")}
				hint={t("codeHint")}
				defaultValue={code}
				error={isMissing ? t("missing") : undefined}
				autoComplete="off"
				maxLength={20}
				isRequired
				onChange={setCode}
			/>
			{link.error ? (
				<Notice tone="danger">{problem ?? t("error.unreachable", { ns: "common" })}</Notice>
			) : null}
			<Button type="submit" isPending={link.isPending}>
				{t("do")}
			</Button>
		</Form>
	);
}
