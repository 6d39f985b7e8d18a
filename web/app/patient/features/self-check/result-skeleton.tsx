import { useTranslation } from "react-i18next";
import { Skeleton } from "~/shared/ui/skeleton";

export function ResultSkeleton() {
	const { t } = useTranslation("selfCheck");
	return (
		<div className="mx-auto flex max-w-[480px] flex-col gap-3.5" aria-busy="true">
			<h1 className="py-1 text-header">{t("result.title")}</h1>
			<Skeleton className="h-13" />
			<Skeleton className="aspect-[3/4] rounded-card" />
			<Skeleton className="h-40 rounded-card" />
		</div>
	);
}
