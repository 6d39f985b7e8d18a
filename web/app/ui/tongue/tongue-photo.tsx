import { type CSSProperties, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Rect, TciPicture } from "~/lib/api/types";
import { useTenant } from "~/lib/tenant";
import { AlbumIcon } from "~/ui/icons";
import { gridOf, outlinePath, type Size, viewOf } from "./frame";

interface Props {
	picture: TciPicture;
	/** Nine numbers to write on the cells. */
	scores: readonly number[] | null;
	outline: boolean;
	selected: number | null;
	onSelect: (cell: number) => void;
	/** Lies over the photo. */
	children?: ReactNode;
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** The address of a picture at the tenant's asset host. */
export function usePictureUrl(picture: TciPicture): string | null {
	const host = useTenant()?.assetHost;
	if (host === undefined) return null;
	return `${host.replace(/\/$/, "")}/${picture.pictureUrl.replace(/^\//, "")}`;
}

/** The photo with the tongue's outline, the 3x3 grid and its scores. */
export function TonguePhoto({ picture, scores, outline, selected, onSelect, children }: Props) {
	const { t } = useTranslation("tongue");
	const url = usePictureUrl(picture);
	const [loaded, setLoaded] = useState<Size | null>(null);
	const [failed, setFailed] = useState(false);
	const size = sizeOf(picture, loaded);
	const view = viewOf(picture, size);
	const inner: CSSProperties = {
		left: percent(-view.left, view.width),
		top: percent(-view.top, view.height),
		width: percent(size.width, view.width),
		height: percent(size.height, view.height),
	};
	return (
		<div
			className="@container relative mx-auto w-full overflow-hidden rounded-card bg-quiet shadow-float"
			style={{
				aspectRatio: `${view.width} / ${view.height}`,
				maxWidth: `calc(${outline || scores ? 68 : 46}dvh * ${view.width / view.height})`,
			}}
		>
			<div className="absolute" style={inner}>
				{url && !failed ? (
					<img
						src={url}
						alt={t("photo.photoAlt")}
						crossOrigin="anonymous"
						className="block size-full"
						onLoad={({ currentTarget: image }) =>
							setLoaded({ width: image.naturalWidth, height: image.naturalHeight })
						}
						onError={() => setFailed(true)}
					/>
				) : null}
				{failed ? null : (
					<Overlay picture={picture} size={size} outline={outline}>
						{scores ? (
							<Cells
								picture={picture}
								view={view}
								size={size}
								scores={scores}
								selected={selected}
								onSelect={onSelect}
							/>
						) : null}
					</Overlay>
				)}
			</div>
			{failed ? <Failed /> : null}
			{children}
		</div>
	);
}

function sizeOf(picture: TciPicture, loaded: Size | null): Size {
	if (picture.width && picture.height) return { width: picture.width, height: picture.height };
	return loaded ?? { width: 3, height: 4 };
}

function Failed() {
	const { t } = useTranslation("tongue");
	return (
		<p className="absolute inset-0 flex flex-col items-center justify-center gap-2 text-ink-600">
			<AlbumIcon className="size-8" />
			{t("photo.photoFailed")}
		</p>
	);
}

interface OverlayProps {
	picture: TciPicture;
	size: Size;
	outline: boolean;
	children: ReactNode;
}

function Overlay({ picture, size, outline, children }: OverlayProps) {
	const result = picture.aiResult;
	return (
		<>
			{outline && result ? (
				<svg
					viewBox={`0 0 ${size.width} ${size.height}`}
					preserveAspectRatio="none"
					aria-hidden="true"
					data-part="outline"
					className="absolute inset-0 size-full animate-fade"
				>
					<path
						d={outlinePath(result.splition)}
						fill="none"
						stroke="var(--color-outline)"
						strokeWidth="2.5"
						strokeLinejoin="round"
						vectorEffect="non-scaling-stroke"
					/>
				</svg>
			) : null}
			{children}
		</>
	);
}

interface CellsProps {
	picture: TciPicture;
	view: Rect;
	size: Size;
	scores: readonly number[];
	selected: number | null;
	onSelect: (cell: number) => void;
}

const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/** The nine cells in their frame, turned as the tongue is; the digits stay upright. */
function Cells({ picture, view, size, scores, selected, onSelect }: CellsProps) {
	const { t } = useTranslation("tongue");
	const grid = gridOf(picture, view);
	const frame: CSSProperties = {
		left: percent(grid.left, size.width),
		top: percent(grid.top, size.height),
		width: percent(grid.width, size.width),
		height: percent(grid.height, size.height),
		rotate: `${grid.angle}deg`,
	};
	return (
		<fieldset className="absolute min-w-0" style={frame}>
			<legend className="sr-only">{t("photo.cellsTitle")}</legend>
			<GridLines />
			<div className="absolute inset-0 grid grid-cols-3 grid-rows-3">
				{CELLS.map((cell) => {
					const score = level(scores[cell]);
					const label = { place: t(`place.${cell}`), score, word: t(`coating.${score}`) };
					return (
						<button
							key={cell}
							type="button"
							aria-label={t("photo.cell", label)}
							aria-pressed={selected === cell}
							onClick={() => onSelect(cell)}
							className="grid min-h-6 min-w-6 place-items-center rounded-[8px] transition-colors hover:bg-white/10 focus-visible:outline-outline aria-pressed:bg-white/20"
						>
							<span aria-hidden="true" className="photo-digit" style={{ rotate: `${-grid.angle}deg` }}>
								{score}
							</span>
						</button>
					);
				})}
			</div>
		</fieldset>
	);
}

const level = (score: number | undefined): 0 | 1 | 2 => (score === 1 || score === 2 ? score : 0);

function GridLines() {
	return (
		<svg
			viewBox="0 0 3 3"
			preserveAspectRatio="none"
			aria-hidden="true"
			className="pointer-events-none absolute inset-0 size-full"
		>
			<path
				d="M1 0V3M2 0V3M0 1H3M0 2H3"
				fill="none"
				stroke="#fff"
				strokeOpacity="0.7"
				strokeWidth="1.4"
				strokeDasharray="4 4"
				vectorEffect="non-scaling-stroke"
			/>
		</svg>
	);
}
