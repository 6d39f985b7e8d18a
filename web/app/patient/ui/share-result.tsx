import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Level, levelOf, percentOf } from "~/domain/tci/grade";
import { usePictureUrl } from "~/domain/tongue/photo-frame";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/share.json";
import { saveFile } from "~/shared/lib/save-file";
import { useProductName } from "~/shared/lib/tenant";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { OtherBrowserNotice } from "~/shared/ui/other-browser-notice";
import { PrintIcon, ShareIcon } from "~/shared/ui/tool-icons";
import { type CardPhoto, type CardTexts, type CardTint, drawShareCard } from "./share-card";

bundleKo("share", ko);

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
	photo: CardPhoto;
	texts: Pick<CardTexts, "label" | "sentence" | "details" | "disclaimer">;
	fileName: string;
	/** The result on paper or as PDF; null where neither works. */
	pdf: { text: string; isPending?: boolean; error?: string | null; onPress: () => void } | null;
}

/** Draws the picture, then shares it, or saves it where files cannot be shared. */
function useShareCard({ photo, texts, fileName }: Omit<Props, "pdf">) {
	const { t } = useTranslation("share");
	const brand = useProductName();
	const url = usePictureUrl(photo.picture);
	return useMutation({
		networkMode: "always",
		mutationFn: async () => {
			const percent = percentOf(photo.scores);
			const level = levelOf(percent);
			const ns = { ns: "tongue" } as const;
			const all = {
				...texts,
				brand,
				percent,
				index: t("photo.index", ns),
				level: t(`level.${level}`, ns),
			};
			const image = url ? await drawShareCard(url, photo, all, TINTS[level]) : null;
			if (!image) throw new Error("no picture");
			const file = new File([image], fileName, { type: image.type });
			return canShare() ? shareFile(file) : saveFile(file, fileName);
		},
	});
}

/** One result as a picture to share or save, and as PDF. */
export function ShareResult({ photo, texts, fileName, pdf }: Props) {
	const { t } = useTranslation("share");
	const card = useShareCard({ photo, texts, fileName });
	const failure = pdf ? t("failed", { pdf: pdf.text }) : t("failedWithoutPdf");
	const error = card.isError ? failure : pdf?.error;
	return (
		<section className="print:hidden">
			<h2 className="sr-only">{t("title")}</h2>
			<div className="mb-2 empty:hidden">
				<OtherBrowserNotice reason="download" />
			</div>
			<div className={pdf ? "grid grid-cols-2 gap-2" : "grid"}>
				<Button
					tone="secondary"
					className="px-2! text-[14px]!"
					isPending={card.isPending}
					onPress={() => card.mutate()}
				>
					<ShareIcon />
					{t(canShare() ? "share" : "save")}
				</Button>
				{pdf ? (
					<Button
						tone="secondary"
						className="px-2! text-[14px]!"
						isPending={pdf.isPending}
						onPress={pdf.onPress}
					>
						<PrintIcon />
						{pdf.text}
					</Button>
				) : null}
			</div>
			{error ? (
				<div className="mt-2">
					<Notice tone="danger">{error}</Notice>
				</div>
			) : null}
		</section>
	);
}
