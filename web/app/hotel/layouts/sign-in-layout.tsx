import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { HotelIcon } from "~/hotel/ui/icons";
import { useScreenTitle } from "~/shared/lib/screen-title";
import { useProductName } from "~/shared/lib/tenant";

interface Props {
	/** Title of the document. */
	name: string;
	title: string;
	text: string;
	children: ReactNode;
}

/** Layout of the sign-in screens. */
export function SignInLayout({ name, title, text, children }: Props) {
	const { t } = useTranslation("hotel");
	const product = useProductName();
	useScreenTitle(name);
	return (
		<div className="grid min-h-dvh lg:grid-cols-[1fr_minmax(440px,40%)]">
			<div className="relative hidden flex-col justify-between overflow-hidden bg-linear-135 from-green-950 via-green-800 to-green-700 p-12 text-white lg:flex">
				<p className="font-serif text-[26px] tracking-tight">{product}</p>
				<div className="relative z-10 max-w-[460px]">
					<p className="font-serif text-[40px] leading-[1.15] tracking-tight text-balance">
						{t("signIn.claim")}
					</p>
					<p className="mt-4 text-[16px] text-white/80">{t("signIn.claimText")}</p>
				</div>
				<HotelIcon name="drop" className="absolute -right-24 -bottom-24 size-[620px] text-white/8" />
			</div>
			<main id="main" className="flex flex-col justify-center bg-white px-6 py-10 sm:px-12">
				<div className="mx-auto w-full max-w-[400px]">
					<p className="font-serif text-[18px] text-green-800 lg:hidden">{product}</p>
					<h1 className="mt-1 font-serif text-[30px] font-normal">{title}</h1>
					<p className="mt-1.5 mb-7 text-ink-600">{text}</p>
					{children}
				</div>
			</main>
		</div>
	);
}
