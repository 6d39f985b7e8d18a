import { useTranslation } from "react-i18next";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { useGiveConsent } from "./consent";

/** Asks for the consent once, before the first photo and separately from other agreements. */
export function ConsentCard() {
	const { t } = useTranslation("selfCheck");
	const give = useGiveConsent();
	const items = [t("consent.item1"), t("consent.item2"), t("consent.item3"), t("consent.item4")];
	return (
		<section className="card animate-rise">
			<h2 className="text-header">{t("consent.title")}</h2>
			<p className="mt-1.5 text-ink-600">{t("consent.text")}</p>
			<ul className="mt-3 list-disc pl-5 text-[14px] text-ink-600">
				{items.map((item) => (
					<li key={item}>{item}</li>
				))}
			</ul>
			{give.isError ? (
				<div className="mt-3">
					<Notice tone="danger">{t("consent.failed")}</Notice>
				</div>
			) : null}
			<Button className="mt-4 w-full" isPending={give.isPending} onPress={() => give.mutate()}>
				{t("consent.agree")}
			</Button>
		</section>
	);
}
