import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** A gray placeholder for content that is loading. */
export function Skeleton({ className }: { className: string }) {
	return <div className={`animate-pulse-soft rounded-control bg-quiet ${className}`} />;
}

/** Placeholder of a screen that is loading. `children` replace the last part. */
export function PageSkeleton({ children }: { children?: ReactNode }) {
	const { t } = useTranslation();
	return (
		<main className="mx-auto w-full max-w-[520px] px-5 pt-24" aria-busy="true">
			<h1 className="sr-only">{t("state.loading")}</h1>
			<Skeleton className="h-14" />
			<Skeleton className="mt-3.5 h-50 rounded-card" />
			<div className="mt-3.5">{children ?? <Skeleton className="aspect-square rounded-card" />}</div>
		</main>
	);
}
