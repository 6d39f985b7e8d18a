import { type CSSProperties, useEffect, useState } from "react";
import type { TciPicture } from "~/shared/api/types";
import { useTenantQuery } from "~/shared/lib/tenant";
import { TongueIcon } from "~/shared/ui/icons";
import { tongueView } from "./frame";
import { percent, usePictureUrl } from "./photo-frame";
import { viewOf } from "./picture-view";

const TENANT_RETRY_MS = 5_000;

/** Loads the tenant again after an error: without its asset host no picture has a URL, and a row has no retry button. */
function useTenantRetry(): void {
	const { error, refetch } = useTenantQuery();
	useEffect(() => {
		if (!error) return;
		const timer = setTimeout(() => void refetch(), TENANT_RETRY_MS);
		return () => clearTimeout(timer);
	}, [error, refetch]);
}

/** A small picture of the tongue for lists, with a placeholder if there is none. */
export function Thumbnail({ picture }: { picture: TciPicture | null }) {
	const url = usePictureUrl(picture);
	useTenantRetry();
	const [failed, setFailed] = useState<string | null>(null);
	const isShown = picture !== null && url !== null && failed !== url;
	return (
		<span
			aria-hidden="true"
			className="relative grid size-14 shrink-0 place-items-center overflow-hidden rounded-[14px] bg-mint-100 text-green-700"
		>
			{isShown ? (
				<img
					src={url}
					alt=""
					crossOrigin="anonymous"
					loading="lazy"
					className="absolute max-w-none object-cover"
					style={place(picture)}
					onError={() => setFailed(url)}
				/>
			) : (
				<TongueIcon className="size-6" />
			)}
		</span>
	);
}

/** Centers the tongue; shows the whole photo if its size is unknown. */
function place(picture: TciPicture): CSSProperties {
	if (!picture.width || !picture.height) return { inset: 0, width: "100%", height: "100%" };
	const size = { width: picture.width, height: picture.height };
	const view = tongueView(picture) ?? viewOf(picture, size);
	const side = Math.min(view.width, view.height);
	return {
		left: percent(-view.left - (view.width - side) / 2, side),
		top: percent(-view.top - (view.height - side) / 2, side),
		width: percent(size.width, side),
		height: percent(size.height, side),
	};
}
