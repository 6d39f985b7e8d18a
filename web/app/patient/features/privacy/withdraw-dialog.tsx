import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import type { useSetConsent } from "./consents";

interface Props {
	title: string;
	/** What stops, and what remains. */
	effects: readonly string[];
	set: ReturnType<typeof useSetConsent>;
	/** Why the effects could not be loaded. */
	error?: unknown;
	isDisabled?: boolean;
	onClose: () => void;
	children?: ReactNode;
}

/** Explains the effects of withdrawing a consent, then withdraws it. */
export function WithdrawDialog({ title, effects, set, error, isDisabled, onClose, children }: Props) {
	const { t } = useTranslation("privacy");
	const failure = set.error ?? error;
	return (
		<Dialog title={title} onClose={onClose}>
			<ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-ink-600">
				{effects.map((effect) => (
					<li key={effect}>{effect}</li>
				))}
				<li>{t("withdraw.again")}</li>
			</ul>
			{children}
			<div className="mt-5 flex flex-col gap-2.5">
				{failure ? <Notice tone="danger">{problemText(failure)}</Notice> : null}
				<Button
					tone="danger"
					isDisabled={isDisabled}
					isPending={set.isPending}
					onPress={() => set.mutate(false, { onSuccess: onClose })}
				>
					{t("withdraw.do")}
				</Button>
				<Button tone="quiet" onPress={onClose}>
					{t("withdraw.keep")}
				</Button>
			</div>
		</Dialog>
	);
}
