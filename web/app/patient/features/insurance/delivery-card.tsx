import { useTranslation } from "react-i18next";
import type { Claim } from "~/domain/claim/types";
import { koreanDate } from "~/shared/lib/format";
import { DescriptionList } from "~/shared/ui/description-list";

/** Delivery of the documents by mail or to another insurer. */
export function DeliveryCard({ claim }: { claim: Claim }) {
	const { t } = useTranslation("insurance");
	const { options, mailTo, trackingNumber, forwarded } = claim;
	if (!options.registeredMail && !options.forwarding) return null;
	const address = mailTo ? `(${mailTo.zipcode}) ${mailTo.address} ${mailTo.addressDetail}`.trim() : null;
	const how = forwarded?.method as "fax" | "email" | "post" | undefined;
	return (
		<section aria-labelledby="delivery" className="card">
			<h2 id="delivery" className="mb-3 text-header">
				{t("delivery.title")}
			</h2>
			<DescriptionList
				items={[
					...(address ? [[t("detail.mailTo"), address] as const] : []),
					...(options.registeredMail && trackingNumber
						? [[t("delivery.tracking"), trackingNumber] as const]
						: []),
					...(options.forwardTo ? [[t("detail.forwardTo"), options.forwardTo.name] as const] : []),
				]}
			/>
			{options.registeredMail && !trackingNumber ? (
				<p className="mt-2.5 text-[14px] text-ink-600">{t("delivery.notSent")}</p>
			) : null}
			{options.forwarding ? (
				<p className="mt-2.5 text-[14px] text-ink-600">
					{forwarded && how
						? t("delivery.forwarded", {
								insurer: options.forwardTo?.name ?? "",
								how: t(`delivery.how.${how}`),
								date: koreanDate(forwarded.sentAt),
							})
						: t("delivery.notForwarded")}
				</p>
			) : null}
		</section>
	);
}
