import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { OfflineBar } from "~/shared/layouts/offline-bar";

import { LanguageSwitch } from "~/shared/ui/language-switch";
import { TongueMark } from "~/shared/ui/tongue-mark";

interface Props {
	title: string;
	text: string;
	children: ReactNode;
}

/** Layout of the sign-in screens. */
export function SignInLayout({ title, text, children }: Props) {
	const { t } = useTranslation("ops");
	return (
		<div className="flex min-h-dvh flex-col bg-linear-160 from-green-800 to-green-950">
			<OfflineBar />
			<main id="main" className="grid flex-1 place-items-center px-4 py-8">
				<div className="w-full max-w-[420px] rounded-tile bg-white p-6 shadow-float sm:p-8">
					<p className="flex items-center gap-2 text-meta font-bold text-green-700">
						<TongueMark className="h-6" />
						{t("console")}
					</p>
					<h1 className="mt-3 text-title">{title}</h1>
					<p className="mt-1.5 mb-6 text-ink-600">{text}</p>
					{children}
					<div className="mt-7 flex justify-center">
						<LanguageSwitch />
					</div>
				</div>
			</main>
		</div>
	);
}
