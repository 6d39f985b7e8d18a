import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "~/patient/api";
import { isProblem } from "~/shared/api/problem";
import { problemText } from "~/shared/api/problem-text";
import type { Patient } from "~/shared/api/types";
import { unwrapEmpty } from "~/shared/api/unwrap";
import { maskEmail, maskPhone } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";

/** Requests an export of the patient's data. The link arrives by mail, or by SMS without a mail address. */
export function ExportCard({ patient }: { patient: Patient }) {
	const { t } = useTranslation("privacy");
	const ask = useMutation({
		mutationFn: () => unwrapEmpty(api.POST("/patients/export")),
	});
	const isLimited = isProblem(ask.error) && ask.error.code === "too_many_requests";
	const where = patient.email
		? t("export.byMail", { address: maskEmail(patient.email) })
		: t("export.bySms", { number: maskPhone(patient.phoneNumber) });
	return (
		<section aria-labelledby="export" className="card">
			<h2 id="export" className="text-header">
				{t("export.title")}
			</h2>
			<p className="mt-1.5 text-[14px] text-ink-600">{t("export.text")}</p>
			<p className="mt-1.5 text-[14px] text-ink-600">{where}</p>
			<div className="mt-4 flex flex-col gap-3">
				{ask.isSuccess ? (
					<Notice tone="info" title={t("export.done")}>
						{t("export.doneText")}
					</Notice>
				) : null}
				{ask.isError ? (
					<Notice tone={isLimited ? "warning" : "danger"}>
						{isLimited ? t("export.tooMany") : problemText(ask.error)}
					</Notice>
				) : null}
				{/* Stays mounted, so that the keyboard focus is not lost. */}
				<Button tone="secondary" isPending={ask.isPending} onPress={() => ask.mutate()}>
					{t(ask.isSuccess ? "export.again" : "export.ask")}
				</Button>
			</div>
		</section>
	);
}
