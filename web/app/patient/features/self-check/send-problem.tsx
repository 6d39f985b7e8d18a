import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "~/shared/ui/notice";
import { RetryButton } from "~/shared/ui/retry-button";
import type { useSendPhoto } from "./use-send-photo";

/** Why a photo was not sent, with a preview if it is still available. */
export function SendProblem({ photo }: { photo: ReturnType<typeof useSendPhoto> }) {
	const { t } = useTranslation("selfCheck");
	if (!photo.error) return null;
	return (
		<Notice
			tone={photo.isCanceled ? "info" : "danger"}
			title={t(photo.isCanceled ? "upload.canceledTitle" : "upload.failedTitle")}
			action={photo.retry ? <RetryButton onPress={photo.retry} /> : null}
		>
			{photo.isCanceled ? t("upload.canceled") : photo.error}
			{photo.unsent ? <UnsentPhoto photo={photo.unsent} /> : null}
		</Notice>
	);
}

function UnsentPhoto({ photo }: { photo: Blob }) {
	const { t } = useTranslation("selfCheck");
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		const address = URL.createObjectURL(photo);
		setUrl(address);
		return () => URL.revokeObjectURL(address);
	}, [photo]);
	if (!url) return null;
	return (
		<img src={url} alt={t("upload.kept")} className="mt-3 h-28 rounded-control bg-white object-contain" />
	);
}
