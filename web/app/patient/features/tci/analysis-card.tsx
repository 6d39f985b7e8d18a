import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import type { Phase } from "~/domain/tci/application";
import { countedScores, percentOf } from "~/domain/tci/grade";
import { GradeBadge } from "~/domain/tongue/grade-badge";
import { PhotoFrame } from "~/domain/tongue/photo-frame";
import type { Tci } from "~/shared/api/types";
import { AlbumIcon } from "~/shared/ui/tool-icons";

interface Props {
	applicationId: number;
	phase: Phase;
	tci: Tci | null;
}

/** One of the two analyses: photo, result and expert. The card links to its details. */
export function AnalysisCard({ applicationId, phase, tci }: Props) {
	const { t } = useTranslation("tci");
	const name = t(`phase.${phase}`);
	return (
		<section
			aria-labelledby={`phase-${phase}`}
			className="card relative flex min-w-0 flex-col gap-2.5 p-3 has-[a:hover]:border-green-700/40"
		>
			<h2 id={`phase-${phase}`} className="pt-0.5 text-[14px]">
				{name}
			</h2>
			<Thumbnail tci={tci} />
			<div>
				<Score tci={tci} />
				{tci?.analysisExpert ? (
					<p className="mt-1.5 text-meta text-ink-600">
						{t("detail.expert")} <span className="font-semibold text-ink-900">{tci.analysisExpert.name}</span>
					</p>
				) : null}
			</div>
			{tci ? (
				<Link
					to={href("/tcis/:clinicId/detail/:tciId", {
						clinicId: String(applicationId),
						tciId: String(tci.id),
					})}
					aria-label={t("detail.moreOf", { phase: name })}
					className="mt-auto inline-flex min-h-12 items-center rounded-control text-[14px] font-bold text-green-700 after:absolute after:inset-0 after:rounded-card"
				>
					{t("detail.more")}
				</Link>
			) : null}
		</section>
	);
}

/** A square thumbnail, since the two photos may differ in shape. */
function Thumbnail({ tci }: { tci: Tci | null }) {
	const { t } = useTranslation("tci");
	const picture = tci?.tciPicture;
	return (
		<div className="@container grid aspect-square place-items-center overflow-hidden rounded-[14px] bg-quiet">
			{picture ? (
				<PhotoFrame
					picture={picture}
					outline={tci.status > 0}
					correctedOutline={tci.status === 2 ? picture.expertOutline : null}
					maxHeight="100cqw"
					isRetryable={false}
				/>
			) : (
				<p className="flex flex-col items-center gap-1.5 px-2 text-center text-meta text-ink-600">
					<AlbumIcon className="size-6" />
					{t("detail.noPhoto")}
				</p>
			)}
		</div>
	);
}

function Score({ tci }: { tci: Tci | null }) {
	const { t } = useTranslation("tci");
	const scores = tci ? countedScores(tci) : null;
	if (!scores) {
		return (
			<>
				<GradeBadge tci={tci} />
				<p className="mt-1.5 text-[14px] text-ink-600">{t("detail.notRead")}</p>
			</>
		);
	}
	return (
		<>
			<p className="mb-1 text-meta text-ink-600">
				{t(tci?.status === 2 ? "detail.byExpert" : "detail.byAi")}
			</p>
			<div className="flex flex-wrap items-center gap-x-2 gap-y-1">
				<p className="number text-[28px] leading-none font-extrabold tracking-tight">
					{percentOf(scores)}
					<span className="ml-0.5 text-[16px] font-bold">%</span>
				</p>
				<GradeBadge tci={tci} />
			</div>
		</>
	);
}
