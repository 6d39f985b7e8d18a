import { useTranslation } from "react-i18next";

/** A gray placeholder for content that is loading. */
export function Skeleton({ className }: { className: string }) {
	return <div className={`animate-pulse-soft rounded-control bg-quiet ${className}`} />;
}

/** Placeholder of a screen that is loading. */
export function PageSkeleton() {
	const { t } = useTranslation();
	return (
		<main className="mx-auto w-full max-w-[560px] px-5 pt-20" aria-busy="true">
			<h1 className="sr-only">{t("state.loading")}</h1>
			<Skeleton className="h-11" />
			<Skeleton className="mt-4 aspect-square rounded-card" />
			<Skeleton className="mt-4 h-36 rounded-card" />
		</main>
	);
}
