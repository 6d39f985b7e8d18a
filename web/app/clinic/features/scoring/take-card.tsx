import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import type { Application } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { useSetStatus } from "./application-query";

/** Button that takes a waiting application, after which photos can be added. */
export function TakeCard({ application }: { application: Application }) {
	const { t } = useTranslation("clinic");
	const set = useSetStatus(application.id);
	return (
		<section className="card mx-auto w-full max-w-[520px] p-6 text-center">
			<h2 className="text-tile">{t("waiting.title")}</h2>
			<p className="mt-1 text-ink-600">{t("waiting.text", { name: application.patientInstitution.name })}</p>
			{set.error ? (
				<div className="mt-3 text-left">
					<Notice tone="danger">{problemText(set.error)}</Notice>
				</div>
			) : null}
			<Button className="mt-5 w-full" isPending={set.isPending} onPress={() => set.mutate(1)}>
				{t("waiting.take")}
			</Button>
		</section>
	);
}
