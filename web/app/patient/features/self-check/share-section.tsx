import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { changeOf, findingOf } from "~/domain/tci/explain";
import { type Level, levelOf, percentOf } from "~/domain/tci/grade";
import { usePictureUrl } from "~/domain/tongue/photo-frame";
import type { Tci, TciPicture } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { saveFile } from "~/shared/lib/save-file";
import { useProductName } from "~/shared/lib/tenant";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { OtherBrowserNotice } from "~/shared/ui/other-browser-notice";
import { PrintIcon, ShareIcon } from "~/shared/ui/tool-icons";
import { type CardTint, drawShareCard } from "./share-card";

const TINTS: Record<Level, CardTint> = {
	good: ["#e2f4ea", "#1a754d"],
	caution: ["#fbf0dc", "#8a5a12"],
	alert: ["#fde9e4", "#b23625"],
};

/** Whether this browser can share image files with other apps. */
function canShare(): boolean {
	const file = new File([], "hyeobom.png", { type: "image/png" });
	return typeof navigator.canShare === "function" && navigator.canShare({ files: [file] });
}

async function shareFile(file: File): Promise<void> {
	try {
		await navigator.share({ files: [file] });
	} catch (error) {
		if (error instanceof DOMException && error.name === "AbortError") return;
		saveFile(file, file.name);
	}
}

interface Props {
	tci: Tci;
	picture: TciPicture;
	scores: readonly number[];
	before: readonly number[] | null;
}

/** The result as a picture to share or save, to print, or as PDF. */
export function ShareSection({ tci, picture, scores, before }: Props) {
	const { t } = useTranslation("selfCheck");
	const brand = useProductName();
	const url = usePictureUrl(picture);
	const percent = percentOf(scores);
	const moved = changeOf(scores, before);
	const ns = { ns: "tongue" } as const;
	const card = useMutation({
		networkMode: "always",
		mutationFn: async () => {
			const texts = {
				brand,
				percent,
				label: t("photo.score", ns),
				index: t("photo.index", ns),
				level: t(`level.${levelOf(percent)}`, ns),
				sentence: [
					t(`explain.${findingOf(scores)}`, ns),
					...(moved.kind === "first" ? [] : [t(`explain.${moved.kind}`, { ...ns, ...moved })]),
				].join(" "),
				details: `${koreanDate(tci.shootingAt)} · ${tci.tciNumber}`,
				disclaimer: t("result.disclaimer"),
			};
			const file = url ? await drawShareCard(url, picture, scores, texts, TINTS[levelOf(percent)]) : null;
			if (!file) throw new Error("no picture");
			return canShare() ? shareFile(file) : saveFile(file, `hyeobom-${koreanDate(tci.shootingAt)}.png`);
		},
	});
	return (
		<section className="print:hidden">
			<h2 className="sr-only">{t("share.title")}</h2>
			<div className="mb-2 empty:hidden">
				<OtherBrowserNotice reason="download" />
			</div>
			<div className="grid grid-cols-2 gap-2">
				<Button
					tone="secondary"
					className="px-2! text-[14px]!"
					isPending={card.isPending}
					onPress={() => card.mutate()}
				>
					<ShareIcon />
					{t(canShare() ? "share.share" : "share.save")}
				</Button>
				<Button tone="secondary" className="px-2! text-[14px]!" onPress={() => window.print()}>
					<PrintIcon />
					{t("share.print")}
				</Button>
			</div>
			{card.isError ? (
				<div className="mt-2">
					<Notice tone="danger">{t("share.failed")}</Notice>
				</div>
			) : null}
		</section>
	);
}
