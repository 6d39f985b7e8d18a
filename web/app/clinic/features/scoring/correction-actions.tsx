import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NoteDialog } from "~/clinic/ui/note-dialog";
import type { Application, Tci } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { useCorrect } from "./application-query";
import { attributesOf } from "./scoring-values";
import type { ScoringState } from "./use-scoring";

interface Props {
	application: Application;
	tci: Tci;
	scoring: ScoringState;
	/** Called when the correction was sent or discarded. */
	onEnd: () => void;
}

/** Sends a correction with its reason, which the patient reads, or discards it. */
export function CorrectionActions({ application, tci, scoring, onEnd }: Props) {
	const { t } = useTranslation("clinic");
	const [asking, setAsking] = useState(false);
	const correct = useCorrect(application.id, tci.id);
	const end = () => {
		scoring.discard();
		onEnd();
	};
	return (
		<div className="flex flex-col gap-2">
			<p className="text-meta text-ink-600">{t("correction.text")}</p>
			<div className="grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={end}>
					{t("correction.cancel")}
				</Button>
				<Button isDisabled={!scoring.isDirty} onPress={() => setAsking(true)}>
					{t("correction.send")}
				</Button>
			</div>
			{asking ? (
				<NoteDialog
					title={t("correction.title")}
					text={t("correction.notice")}
					label={t("correction.reason")}
					missing={t("correction.missing")}
					cancelLabel={t("correction.cancel")}
					submit={t("correction.send")}
					onNote={(reason) =>
						correct.mutateAsync(
							{ version: tci.version, reason, attributes: attributesOf(scoring.values, false) },
							{ onSuccess: end },
						)
					}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</div>
	);
}
