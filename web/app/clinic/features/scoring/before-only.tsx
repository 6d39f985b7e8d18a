import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import type { Application } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { useSetBeforeOnly } from "./application-query";

/** Sets whether the clinic skips the analysis after cleaning. */
export function BeforeOnly({ application }: { application: Application }) {
	const { t } = useTranslation("clinic");
	const set = useSetBeforeOnly(application.id);
	const { beforeOnly } = application;
	return (
		<section className="mx-auto flex w-full max-w-[460px] flex-col gap-2 text-center">
			<p className="text-meta text-ink-600">{t(beforeOnly ? "beforeOnly.isSet" : "beforeOnly.text")}</p>
			{set.error ? <Notice tone="danger">{problemText(set.error)}</Notice> : null}
			<Button tone="secondary" isPending={set.isPending} onPress={() => set.mutate(!beforeOnly)}>
				{t(beforeOnly ? "beforeOnly.undo" : "beforeOnly.do")}
			</Button>
		</section>
	);
}
