import { Component, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { isMissingCode } from "~/shared/lib/missing-code";
import { page } from "~/shared/lib/page";
import { Button } from "./button";
import { Dialog } from "./dialog";

interface Props {
	/** Shown while the code is loading. */
	fallback?: ReactNode;
	onClose: () => void;
	children: ReactNode;
}

/** A part of a screen whose code is loaded when it opens. If its code is missing, the screen and its input stay. */
export class LazyPart extends Component<Props, { error: unknown }> {
	override state = { error: null };

	static getDerivedStateFromError(error: unknown) {
		return { error };
	}

	override render() {
		const { fallback, onClose, children } = this.props;
		const { error } = this.state;
		if (error === null) return <Suspense fallback={fallback}>{children}</Suspense>;
		if (!isMissingCode(error)) throw error;
		return <MissingCodeDialog onClose={onClose} />;
	}
}

function MissingCodeDialog({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation();
	return (
		<Dialog title={t("missingCode.title")} onClose={onClose}>
			<p className="mt-2 text-ink-600">{t("missingCode.text")}</p>
			<div className="mt-5 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onClose}>
					{t("action.cancel")}
				</Button>
				<Button onPress={page.reload}>{t("action.reload")}</Button>
			</div>
		</Dialog>
	);
}
