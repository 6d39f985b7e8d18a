import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface Props {
	page: "consents" | "sessions";
	children: ReactNode;
}

/** Layout of an account screen about consents or sessions. */
export function PrivacyFrame({ page, children }: Props) {
	const { t } = useTranslation("privacy");
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<div className="mb-1">
				<h1 className="text-title">{t(`${page}.title`)}</h1>
				<p className="mt-1 text-ink-600">{t(`${page}.text`)}</p>
			</div>
			{children}
		</div>
	);
}
