import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { pageAddress } from "~/shared/api/client";
import { forgetMark } from "~/shared/lib/cookies";
import { useTenant, useTenantQuery } from "~/shared/lib/tenant";
import { useRedirect } from "~/shared/lib/use-redirect";
import { ErrorNotice } from "~/shared/ui/error-notice";
import { OtherBrowserNotice } from "~/shared/ui/other-browser-notice";

const PROVIDERS = ["kakao", "naver"] as const;
type Provider = (typeof PROVIDERS)[number];

// The providers' own colors and logos. Naver's white button, since white text on its green has too little contrast.
const STYLES: Record<Provider, string> = {
	kakao: "bg-[#fee500] text-black/85 hover:brightness-97",
	naver: "border border-field bg-white text-ink-900 hover:bg-mint-50",
};

const MARKS: Record<Provider, ReactNode> = {
	kakao: (
		<svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 text-black">
			<path
				fill="currentColor"
				d="M12 3C6.480 3 2 6.540 2 10.900c0 2.800 1.860 5.260 4.660 6.660l-.95 3.520c-.08.31.27.560.54.380l4.180-2.770c.51.05 1.040.08 1.570.08 5.520 0 10-3.540 10-7.870S17.520 3 12 3z"
			/>
		</svg>
	),
	naver: (
		<svg viewBox="0 0 24 24" aria-hidden="true" className="size-5">
			<rect width="24" height="24" rx="5" fill="#03c75a" />
			<path fill="#fff" d="M13.9 12.3 10 6.5H6.8v11h3.3v-5.8l3.9 5.8h3.2v-11h-3.3z" />
		</svg>
	),
};

/** The tenant's social providers; each button navigates to the provider's page. */
export function SocialButtons({ label }: { label: "signIn" | "start" }) {
	const { t } = useTranslation("auth");
	const redirect = useRedirect();
	const offered = useTenant()?.social;
	const { error, refetch } = useTenantQuery();
	if (!offered && error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
	// A placeholder of the same height until the tenant is loaded.
	if (!offered) return <div className="h-26" />;
	const shown = PROVIDERS.filter((provider) => offered.includes(provider));
	if (shown.length === 0) return null;
	return (
		<div className="flex flex-col gap-2">
			<OtherBrowserNotice reason="signIn" />
			{shown.map((provider) => (
				<a
					key={provider}
					onClick={forgetMark}
					href={pageAddress(`/patients/social/${provider}/start`, { redirect })}
					className={`relative flex min-h-12 items-center justify-center rounded-control px-12 text-center text-body font-semibold transition active:scale-[0.985] ${STYLES[provider]}`}
				>
					<span className="absolute left-4">{MARKS[provider]}</span>
					{t(`social.${label}.${provider}`)}
				</a>
			))}
		</div>
	);
}

/** The social buttons, with a divider above them. */
export function OrSocialButtons() {
	const { t } = useTranslation("auth");
	const offered = useTenant()?.social;
	if (offered?.length === 0) return null;
	return (
		<>
			<p
				className={`${offered ? "" : "invisible"} mt-2 mb-4 flex items-center gap-3 text-meta text-ink-600 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line`}
			>
				{t("social.or")}
			</p>
			<SocialButtons label="signIn" />
		</>
	);
}
