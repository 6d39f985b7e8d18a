import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { formatPhone } from "~/shared/lib/format";
import { useTenant } from "~/shared/lib/tenant";

export function Footer() {
	const { t } = useTranslation();
	const company = useTenant()?.company;
	const details = company
		? [
				company.name,
				t("footer.representative", { name: company.representative }),
				t("footer.registration", { number: company.registrationNumber }),
				company.address,
				formatPhone(company.phoneNumber),
				company.email,
			].filter(Boolean)
		: [];
	return (
		<footer className="mx-auto w-full max-w-[1000px] px-5 pt-10 pb-[calc(32px+max(var(--bottom-bar),env(safe-area-inset-bottom)))] text-meta text-ink-600">
			{/* Clips the separator dot before the first item of each line. */}
			<div className="min-h-15 overflow-hidden md:min-h-10">
				<ul className="-ml-4 flex flex-wrap">
					{details.map((detail) => (
						<li
							key={detail}
							className="relative pl-4 before:absolute before:left-0 before:w-4 before:text-center before:text-ink-400 before:content-['·']"
						>
							{detail}
						</li>
					))}
				</ul>
			</div>
			<p className="mt-1 -ml-2 flex flex-wrap">
				<Link
					to={href("/terms")}
					className="inline-flex min-h-12 items-center rounded-control px-2 hover:text-green-700 hover:underline"
				>
					{t("footer.terms")}
				</Link>
				<Link
					to={href("/privacy")}
					className="inline-flex min-h-12 items-center rounded-control px-2 font-bold hover:text-green-700 hover:underline"
				>
					{t("footer.privacy")}
				</Link>
				<Link
					to={href("/about-ai")}
					className="inline-flex min-h-12 items-center rounded-control px-2 hover:text-green-700 hover:underline"
				>
					{t("title.aboutAi")}
				</Link>
			</p>
		</footer>
	);
}
