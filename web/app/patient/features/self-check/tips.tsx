import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { TongueIcon } from "~/shared/ui/icons";
import { TongueMark } from "~/shared/ui/tongue-mark";
import { FrameIcon, LightIcon } from "~/shared/ui/tool-icons";

/** How to take a photo that can be read. */
export function Tips() {
	const { t } = useTranslation("selfCheck");
	const tips = [
		[LightIcon, t("start.tip1")],
		[TongueIcon, t("start.tip2")],
		[FrameIcon, t("start.tip3")],
	] as const;
	return (
		<section className="card flex items-center gap-4">
			<Example />
			<div className="min-w-0 flex-1">
				<h2 className="sr-only">{t("start.tipsTitle")}</h2>
				<ul className="flex flex-col gap-3">
					{tips.map(([Icon, tip]) => (
						<li key={tip} className="flex items-start gap-2.5 text-[14px] leading-snug">
							<Icon className="size-5 text-green-700" />
							{tip}
						</li>
					))}
				</ul>
			</div>
		</section>
	);
}

function Example() {
	const { t } = useTranslation("selfCheck");
	return (
		<div
			role="img"
			aria-label={t("start.exampleAlt")}
			className="relative grid h-[132px] w-[104px] shrink-0 place-items-center rounded-[16px] bg-[linear-gradient(#f3d3c2,#e3b49f)]"
		>
			<div className="absolute top-4 h-8 w-[74px] rounded-[50%] bg-[#6f2a25]" />
			<TongueMark className="relative mt-5 h-[84px]" />
			<FrameIcon className="absolute inset-2 size-auto text-white" />
		</div>
	);
}

export function HowItWorks() {
	const { t } = useTranslation("selfCheck");
	return (
		<details className="card group py-0">
			<summary className="flex min-h-13 list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
				{t("how.title")}
				<span
					aria-hidden="true"
					className="text-[20px] leading-none text-ink-600 transition group-open:rotate-45"
				>
					+
				</span>
			</summary>
			<div className="flex flex-col gap-2 pb-5 text-[14px] text-ink-600">
				<p>{t("how.text1")}</p>
				<p>{t("how.text2")}</p>
				<p>{t("how.text3")}</p>
				<p>
					<Link to={href("/about-ai")} className="font-semibold text-green-700 underline">
						{t("how.more")}
					</Link>
				</p>
			</div>
		</details>
	);
}
