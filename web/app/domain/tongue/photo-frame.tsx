import { type CSSProperties, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Rect, TciPicture } from "~/shared/api/types";
import { useTenant, useTenantQuery } from "~/shared/lib/tenant";
import { buttonStyle } from "~/shared/ui/button-style";
import { type Line, outlinePath, type Size } from "./frame";
import { viewOf } from "./picture-view";

interface Props {
	picture: TciPicture;
	/** Whether to draw the AI's outline. */
	outline: boolean;
	/** The outline that an expert corrected, drawn if there is one. */
	correctedOutline?: readonly number[][] | null;
	/** Maximum height of the frame, as a CSS length. */
	maxHeight: string;
	/** The part to show; by default the crop, or the surroundings of the tongue. */
	view?: Rect;
	/** Renders an overlay, given the photo's size in pixels and the visible part. */
	inside?: (size: Size, view: Rect) => ReactNode;
	/** Whether a photo that did not load can be loaded again; not below a link or a slider. */
	isRetryable?: boolean;
	/** Rendered on top of the frame. */
	children?: ReactNode;
}

/** A part of a whole as a CSS percentage. */
export const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** The URL of a picture on the tenant's asset host. */
export function usePictureUrl(picture: TciPicture | null): string | null {
	const host = useTenant()?.assetHost;
	if (host === undefined || !picture) return null;
	return `${host.replace(/\/$/, "")}/${picture.pictureUrl.replace(/^\//, "")}`;
}

/** A photo's URL, its size, and whether it could not be loaded. */
function usePhoto(picture: TciPicture) {
	const url = usePictureUrl(picture);
	const tenant = useTenantQuery();
	const [loaded, setLoaded] = useState<Size | null>(null);
	const [failed, setFailed] = useState<string | null>(null);
	return {
		url,
		size: sizeOf(picture, loaded),
		// Without the tenant the photo has no URL.
		isLost: url === null ? tenant.error !== null : failed === url,
		onLoad: (image: HTMLImageElement) =>
			setLoaded({ width: image.naturalWidth, height: image.naturalHeight }),
		onError: () => setFailed(url),
		retry: () => (url === null ? void tenant.refetch() : setFailed(null)),
	};
}

/** A photo, or the relevant part of it, with the tongue's outline. */
export function PhotoFrame({
	picture,
	outline,
	correctedOutline = null,
	maxHeight,
	view: part,
	inside,
	isRetryable = true,
	children,
}: Props) {
	const { t } = useTranslation("tongue");
	const { url, size, isLost, onLoad, onError, retry } = usePhoto(picture);
	const view = part ?? viewOf(picture, size);
	const inner: CSSProperties = {
		left: percent(-view.left, view.width),
		top: percent(-view.top, view.height),
		width: percent(size.width, view.width),
		height: percent(size.height, view.height),
	};
	const line = correctedOutline ?? (outline ? picture.aiResult?.splition : null);
	return (
		<div
			className="@container relative mx-auto w-full overflow-hidden rounded-card bg-quiet shadow-float"
			style={{
				aspectRatio: `${view.width} / ${view.height}`,
				maxWidth: `calc(${maxHeight} * ${view.width / view.height})`,
			}}
		>
			<div className="absolute" style={inner}>
				{url && !isLost ? (
					<img
						src={url}
						alt={t("photo.photoAlt")}
						crossOrigin="anonymous"
						fetchPriority="high"
						className="block size-full"
						onLoad={({ currentTarget }) => onLoad(currentTarget)}
						onError={onError}
					/>
				) : null}
				{line && !isLost ? <Outline line={line} size={size} /> : null}
				{isLost ? null : inside?.(size, view)}
			</div>
			{isLost ? <LostPhoto isRetryable={isRetryable} onRetry={retry} /> : null}
			{children}
		</div>
	);
}

/** In place of a photo that did not load. */
function LostPhoto({ isRetryable, onRetry }: { isRetryable: boolean; onRetry: () => void }) {
	const { t } = useTranslation("tongue");
	return (
		<div className="absolute inset-0 flex flex-col items-center justify-center gap-2 text-center text-ink-600">
			<p>{t("photo.photoFailed")}</p>
			{isRetryable ? (
				<button type="button" onClick={onRetry} className={buttonStyle("secondary", "", "tight")}>
					{t("photo.photoRetry")}
				</button>
			) : null}
		</div>
	);
}

function sizeOf(picture: TciPicture, loaded: Size | null): Size {
	if (picture.width && picture.height) return { width: picture.width, height: picture.height };
	return loaded ?? { width: 3, height: 4 };
}

function Outline({ line, size }: { line: Line; size: Size }) {
	return (
		<svg
			viewBox={`0 0 ${size.width} ${size.height}`}
			preserveAspectRatio="none"
			aria-hidden="true"
			data-part="outline"
			className="pointer-events-none absolute inset-0 size-full animate-fade"
		>
			<path
				d={outlinePath(line)}
				fill="none"
				stroke="var(--color-outline)"
				strokeWidth="2.5"
				strokeLinejoin="round"
				vectorEffect="non-scaling-stroke"
			/>
		</svg>
	);
}
