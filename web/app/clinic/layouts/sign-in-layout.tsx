import type { ReactNode } from "react";
import { useProductName } from "~/shared/lib/tenant";
import { LanguageSwitch } from "~/shared/ui/language-switch";
import { TongueMark } from "~/shared/ui/tongue-mark";

/** Layout of the sign-in screens. */
export function SignInLayout({
	title,
	text,
	children,
}: {
	title: string;
	text: string;
	children: ReactNode;
}) {
	const product = useProductName();
	return (
		<div className="grid min-h-dvh lg:grid-cols-[1fr_minmax(440px,40%)]">
			<div aria-hidden="true" className="relative hidden overflow-hidden bg-brand lg:block">
				<div className="absolute -top-40 -right-24 size-[520px] rounded-full bg-green-600/40" />
				<TongueMark className="absolute right-20 -bottom-10 h-[62dvh]" />
				<p className="absolute top-10 left-12 text-[28px] font-extrabold tracking-tight text-white">
					{product}
				</p>
			</div>
			<main id="main" className="flex flex-col justify-center bg-white px-6 py-10 sm:px-12">
				<div className="mx-auto w-full max-w-[400px]">
					<p className="text-meta font-bold text-green-700">{product}</p>
					<h1 className="mt-1 text-title">{title}</h1>
					<p className="mt-1.5 mb-7 text-ink-600">{text}</p>
					{children}
					<div className="mt-8 flex justify-center">
						<LanguageSwitch />
					</div>
				</div>
			</main>
		</div>
	);
}
