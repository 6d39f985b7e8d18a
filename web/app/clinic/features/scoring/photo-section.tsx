import { useTranslation } from "react-i18next";
import type { Phase } from "~/domain/tci/application";
import { FailureText } from "~/domain/tongue/failure-text";
import type { Tci } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { PhotoButtons } from "~/shared/ui/photo-buttons";
import { Spinner } from "~/shared/ui/spinner";
import { photoProblem, type usePictureUpload } from "./use-picture-upload";

interface Props {
	/** Why the last photo could not be read. */
	failure: Tci["failure"];
	phase: Phase;
	upload: ReturnType<typeof usePictureUpload>;
	/** Whether a new photo replaces an existing one. */
	replaces: boolean;
}

/** Adds a photo from the camera or a file. Shows why the last one could not be read or sent. */
export function PhotoSection({ failure, phase, upload, replaces }: Props) {
	const { t } = useTranslation("clinic");
	const { t: tTongue } = useTranslation("tongue");
	const name = t(`phase.${phase}.long`);
	return (
		<section aria-labelledby="photo" className="card mx-auto flex w-full max-w-[460px] flex-col gap-4">
			<div>
				<h2 id="photo" className="text-header">
					{t(replaces ? "photo.again" : "photo.title", { phase: name })}
				</h2>
				<p className="mt-0.5 text-[14px] text-ink-600">{t(replaces ? "photo.replaces" : "photo.text")}</p>
			</div>
			{failure ? <FailureText failure={failure} /> : null}
			{upload.error ? (
				<Notice
					tone="danger"
					action={
						upload.retry ? (
							<Button tone="secondary" onPress={upload.retry}>
								{t("action.retry", { ns: "common" })}
							</Button>
						) : null
					}
				>
					{photoProblem(t, tTongue, upload.error)}
				</Notice>
			) : null}
			{upload.isPending ? (
				<p role="status" className="flex min-h-26 items-center justify-center gap-2 font-bold text-green-700">
					<Spinner /> {t("photo.sending")}
				</p>
			) : (
				<PhotoButtons onPick={(file) => upload.pick(file, phase)} />
			)}
		</section>
	);
}
