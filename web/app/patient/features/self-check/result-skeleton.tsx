import { useTranslation } from "react-i18next";
import { EarlyPhoto } from "~/domain/tongue/early-photo";
import { Skeleton } from "~/shared/ui/skeleton";

/** Placeholder of a result: its number, the view, the score, the photo. */
export function ResultSkeleton() {
	const { t } = useTranslation("selfCheck");
	return (
		<div className="mx-auto flex max-w-[480px] flex-col gap-3.5" aria-busy="true">
			<h1 className="sr-only">{t("result.title")}</h1>
			<Skeleton className="mt-3 h-5 w-32" />
			<Skeleton className="h-14" />
			<Skeleton className="h-50 rounded-card" />
			<EarlyPhoto />
		</div>
	);
}
