import { useTranslation } from "react-i18next";

/** A grey shape in the place of something that is on its way. */
export function Skeleton({ className }: { className: string }) {
	return <div className={`animate-pulse-soft rounded-control bg-quiet ${className}`} />;
}

/** The first look of a screen whose content is on its way. */
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
