import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { countedScores, percentOf } from "~/domain/tci/grade";
import { CellChange } from "~/domain/tongue/cell-change";
import { squareView } from "~/domain/tongue/frame";
import type { Application, Tci } from "~/shared/api/types";
import { Skeleton } from "~/shared/ui/skeleton";

const PhotoSlider = lazy(() => import("~/patient/ui/photo-slider"));

/** The effect of the cleaning, once both pictures have scores from the same source. */
export function ChangeCard({ application }: { application: Application }) {
	const { t } = useTranslation("tci");
	const { beforeTci, afterTci } = application;
	// An expert's score is never compared with the AI's.
	if (!beforeTci || !afterTci || beforeTci.status !== afterTci.status) return null;
	const [before, after] = [countedScores(beforeTci), countedScores(afterTci)];
	if (!before || !after) return null;
	const [then, now] = [percentOf(before), percentOf(after)];
	const kind = now < then ? "better" : now > then ? "worse" : "same";
	return (
		<section aria-labelledby="change" className="card">
			<div className="flex flex-wrap items-baseline justify-between gap-x-3">
				<h2 id="change" className="text-header">
					{t("change.title")}
				</h2>
				<p className="text-meta text-ink-600">
					{t(afterTci.status === 2 ? "detail.byExpert" : "detail.byAi")}
				</p>
			</div>
			<Photos before={beforeTci} after={afterTci} />
			<p className="mt-3 flex items-center justify-center gap-4" aria-hidden="true">
				<PercentRow label={t("phase.before")} percent={then} />
				<span className="text-[22px] text-ink-400">→</span>
				<PercentRow label={t("phase.after")} percent={now} />
			</p>
			<p className="mt-2 text-center font-semibold">
				{t(`change.${kind}`, { before: then, after: now, points: Math.abs(now - then) })}
			</p>
			<CellChange now={after} before={before} />
		</section>
	);
}

/** Both photos on top of each other, once both results are released. */
function Photos({ before, after }: { before: Tci; after: Tci }) {
	const { t } = useTranslation("tci");
	const [then, now] = [before.tciPicture, after.tciPicture];
	if (before.status !== 2 || after.status !== 2 || !then || !now) return null;
	if (!squareView(then) || !squareView(now)) return null;
	return (
		<Suspense
			fallback={<Skeleton className="mx-auto mt-3 aspect-square w-full max-w-[420px] rounded-card" />}
		>
			<PhotoSlider
				label={t("change.slider")}
				before={{ picture: then, caption: t("phase.before") }}
				after={{ picture: now, caption: t("phase.after") }}
			/>
		</Suspense>
	);
}

function PercentRow({ label, percent }: { label: string; percent: number }) {
	return (
		<span className="text-center">
			<span className="block text-meta text-ink-600">{label}</span>
			<span className="number block text-[32px] leading-tight font-extrabold tracking-tight">{percent}%</span>
		</span>
	);
}
