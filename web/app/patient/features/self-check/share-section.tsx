import { useTranslation } from "react-i18next";
import { changeOf, findingOf } from "~/domain/tci/explain";
import { ShareResult } from "~/patient/ui/share-result";
import type { Tci, TciPicture } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { inAppBrowserOf } from "~/shared/lib/in-app-browser";

interface Props {
	tci: Tci;
	picture: TciPicture;
	scores: readonly number[];
	before: readonly number[] | null;
}

/** The result as a picture to share or save, to print, or as PDF. */
export function ShareSection({ tci, picture, scores, before }: Props) {
	const { t } = useTranslation("selfCheck");
	const moved = changeOf(scores, before);
	const ns = { ns: "tongue" } as const;
	// In the browsers inside apps printing does nothing; the notice of `ShareResult` offers another browser.
	const isPrintable = inAppBrowserOf(navigator.userAgent) === null;
	const day = koreanDate(tci.shootingAt);
	return (
		<ShareResult
			photo={{ picture, scores, line: picture.aiResult?.splition ?? null }}
			texts={{
				label: t("photo.score", ns),
				sentence: [
					t(`explain.${findingOf(scores)}`, ns),
					...(moved.kind === "first" ? [] : [t(`explain.${moved.kind}`, { ...ns, ...moved })]),
				].join(" "),
				details: `${day} · ${tci.tciNumber}`,
				disclaimer: t("result.disclaimer"),
			}}
			fileName={`hyeobom-${day}.png`}
			pdf={isPrintable ? { text: t("result.print"), onPress: () => window.print() } : null}
		/>
	);
}
