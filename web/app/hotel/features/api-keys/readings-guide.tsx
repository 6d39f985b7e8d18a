import { useTranslation } from "react-i18next";
import { pageAddress } from "~/shared/api/client";

/** An example request of a partner's machine. */
const example = (address: string): string => `POST ${address}
Authorization: Bearer hbk_…
Content-Type: application/json

{
  "readings": [
    {
      "serial": "HB-00017",
      "at": "2026-11-26T08:00:00Z",
      "levelPercent": 42.5,
      "batteryPercent": 80
    }
  ]
}`;

/** Explains how a machine uses a key. */
export function ReadingsGuide() {
	const { t } = useTranslation("hotelAdmin");
	return (
		<section aria-labelledby="guide" className="card">
			<h2 id="guide" className="text-header">
				{t("keys.guide.title")}
			</h2>
			<p className="mt-1 text-ink-600">{t("keys.guide.text")}</p>
			<pre className="mt-3 rounded-control bg-mint-50 p-4 text-[13px] leading-relaxed break-words whitespace-pre-wrap">
				{example(pageAddress("/hotel/readings", {}))}
			</pre>
		</section>
	);
}
