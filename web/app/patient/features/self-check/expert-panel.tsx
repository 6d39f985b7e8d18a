import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { scoresOf } from "~/domain/tci/grade";
import { usePictureUrl } from "~/domain/tongue/photo-frame";
import type { Rect, Tci, TciPicture } from "~/shared/api/types";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";
import { CropIcon, UndoIcon } from "~/shared/ui/tool-icons";
import { useCrop } from "./use-crop";

const CropDialog = lazy(() => import("~/domain/tongue/crop-dialog"));

interface Props {
	tci: Tci;
	picture: TciPicture;
}

/** The part of the expert view, and of a refused photo: crop, and what to do while no expert has scored. */
export function ExpertPanel({ tci, picture }: Props) {
	const { t } = useTranslation("selfCheck");
	const url = usePictureUrl(picture);
	const crop = useCrop(tci.id);
	const [cropping, setCropping] = useState(false);
	const save = (square: Rect) => crop.mutate(square, { onSuccess: () => setCropping(false) });
	return (
		<section className="card flex flex-col gap-4">
			{scoresOf(tci, "expert") || tci.failure ? null : (
				<div>
					<h2 className="text-header">{t("result.noExpert")}</h2>
					<p className="mt-0.5 text-ink-600">{t("result.noExpertText")}</p>
				</div>
			)}
			<div>
				<div className="grid grid-cols-2 gap-2">
					<button
						type="button"
						className={buttonStyle("secondary", "", "tight")}
						onClick={() => setCropping(true)}
					>
						<CropIcon />
						{t("result.crop")}
					</button>
					<button
						type="button"
						className={buttonStyle(
							"secondary",
							"aria-disabled:cursor-not-allowed aria-disabled:bg-quiet aria-disabled:text-ink-600",
							"tight",
						)}
						aria-disabled={picture.coordinates === null || crop.isPending}
						onClick={() => picture.coordinates && !crop.isPending && crop.mutate(null)}
					>
						<UndoIcon />
						{t("result.reset")}
					</button>
				</div>
				<p className="mt-2 text-meta text-ink-600">{t("result.cropHelp")}</p>
			</div>
			{crop.isError && !cropping ? <Notice tone="danger">{t("result.cropFailed")}</Notice> : null}
			{cropping && url ? (
				<Suspense fallback={null}>
					<CropDialog
						url={url}
						current={picture.coordinates}
						isPending={crop.isPending}
						error={crop.isError ? t("result.cropFailed") : undefined}
						onClose={() => setCropping(false)}
						onSave={save}
						onReset={() => crop.mutate(null, { onSuccess: () => setCropping(false) })}
					/>
				</Suspense>
			) : null}
		</section>
	);
}
