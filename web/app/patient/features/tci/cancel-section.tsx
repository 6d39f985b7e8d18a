import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isOpen } from "~/domain/tci/application";
import { problemText } from "~/shared/api/problem-text";
import type { Application } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { useCancel } from "./queries";

/** Withdraws the application after a confirmation, until it is complete. */
export function CancelSection({ application }: { application: Application }) {
	const { t } = useTranslation("tci");
	const [asking, setAsking] = useState(false);
	const cancel = useCancel(application.id);
	if (!isOpen(application.status)) return null;
	return (
		<>
			<Button tone="quiet" className="text-ink-600!" onPress={() => setAsking(true)}>
				{t("cancel.open")}
			</Button>
			{asking ? (
				<Dialog title={t("cancel.title")} onClose={() => setAsking(false)}>
					<p className="mt-2 text-ink-600">{t("cancel.text")}</p>
					{cancel.error ? (
						<div className="mt-3">
							<Notice tone="danger">{problemText(cancel.error)}</Notice>
						</div>
					) : null}
					<div className="mt-5 flex flex-col gap-2.5">
						<Button
							tone="danger"
							isPending={cancel.isPending}
							onPress={() => cancel.mutate(undefined, { onSuccess: () => setAsking(false) })}
						>
							{t("cancel.do")}
						</Button>
						<Button tone="quiet" onPress={() => setAsking(false)}>
							{t("cancel.keep")}
						</Button>
					</div>
				</Dialog>
			) : null}
		</>
	);
}
