import { useTranslation } from "react-i18next";
import { useProductName } from "~/lib/tenant";

const EFFECTIVE = "2025-01-01";

const TERMS = [
	"purpose",
	"service",
	"members",
	"joining",
	"duties",
	"leaving",
	"changes",
	"liability",
] as const;
const PRIVACY = [
	"items",
	"purposes",
	"retention",
	"sharing",
	"rights",
	"children",
	"safety",
	"contact",
] as const;

export function TermsPage() {
	const { t } = useTranslation("legal");
	const name = useProductName();
	return (
		<LegalPage
			title={t("terms.title")}
			sections={TERMS.map((key) => [t(`terms.${key}.title`), t(`terms.${key}.text`, { name })])}
		/>
	);
}

export function PrivacyPage() {
	const { t } = useTranslation("legal");
	return (
		<LegalPage
			title={t("privacy.title")}
			sections={PRIVACY.map((key) => [t(`privacy.${key}.title`), t(`privacy.${key}.text`)])}
		/>
	);
}

function LegalPage({ title, sections }: { title: string; sections: [string, string][] }) {
	const { t } = useTranslation("legal");
	return (
		<article className="prose-legal mx-auto max-w-[640px] pt-5 sm:pt-10">
			<h1 className="text-title">{title}</h1>
			<p className="number">{t("effective", { date: EFFECTIVE })}</p>
			{sections.map(([heading, text]) => (
				<section key={heading}>
					<h2>{heading}</h2>
					{text.split("\n").map((line) => (
						<p key={line}>{line}</p>
					))}
				</section>
			))}
		</article>
	);
}
