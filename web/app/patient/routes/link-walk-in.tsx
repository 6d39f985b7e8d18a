import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, useNavigate, useSearchParams } from "react-router";
import * as v from "valibot";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/link.json";
import { api } from "~/patient/api";
import { SubjectChoice } from "~/patient/ui/subject-choice";
import { unwrap } from "~/shared/api/unwrap";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";

bundleKo("link", ko);

export const handle: RouteHandle = { back: "/apply-history", title: "linkVisit" };

const SCHEMA = v.object({ code: v.pipe(v.string(), v.trim(), v.nonEmpty("missing")) });

/** Adds a walk-in's application to the account, by the code that staff showed or that came by SMS. */
export default function LinkWalkIn() {
	const { t } = useTranslation("link");
	const navigate = useNavigate();
	const client = useQueryClient();
	const [query] = useSearchParams();
	const [personId, setPersonId] = useState<number | null>(null);
	const form = useApiForm({
		schema: SCHEMA,
		defaultValues: { code: query.get("code") ?? "" },
		errorText: () => t("missing"),
		onSubmit: async ({ code }) => {
			const body = { code, ...(personId === null ? {} : { personId }) };
			const { clinic } = await unwrap(api.POST("/patients/walk-ins", { body }));
			void client.invalidateQueries();
			void navigate(href("/apply-history/:id", { id: String(clinic.id) }), { replace: true });
		},
	});
	return (
		<Form form={form} className="mx-auto flex max-w-[560px] flex-col gap-4 pt-2">
			<div>
				<h1 className="text-title">{t("title")}</h1>
				<p className="mt-1 text-ink-600">{t("text")}</p>
			</div>
			<SubjectChoice personId={personId} onChoose={(person) => setPersonId(person.id)} label="analysis" />
			<FormTextField
				control={form.control}
				name="code"
				label={t("code")}
				hint={t("codeHint")}
				autoComplete="off"
				maxLength={20}
				isRequired
			/>
			<FormProblem form={form} />
			<Button type="submit" isPending={form.isPending}>
				{t("do")}
			</Button>
		</Form>
	);
}
