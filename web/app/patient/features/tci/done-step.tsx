import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { FavoriteToggle } from "~/patient/ui/favorite-toggle";
import { InstitutionCard } from "~/patient/ui/institution-card";
import { isStatus } from "~/shared/api/problem";
import { buttonStyle } from "~/shared/ui/button-style";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";
import { CheckIcon } from "~/shared/ui/tool-icons";
import { MissingApplication } from "./missing-application";
import { useApplication } from "./queries";

/** Step 3: confirms that the application was sent. */
export function DoneStep({ id }: { id: number }) {
	const { t } = useTranslation("tci");
	const { data, error, refetch } = useApplication(id);
	if (isStatus(error, 404)) return <MissingApplication />;
	if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
	if (!data) return <Skeleton className="h-60 rounded-card" />;
	const { institution, patientInstitution } = data.clinic;
	return (
		<div className="flex flex-col gap-4">
			<div role="status" className="flex flex-col items-center px-2 pt-4 pb-2 text-center">
				<span className="grid size-20 animate-rise place-items-center rounded-full bg-mint-100 text-green-700">
					<CheckIcon className="size-9" />
				</span>
				<p className="mt-5 text-tile font-bold">{t("done.title", { name: patientInstitution.name })}</p>
				<p className="mt-1 max-w-[24em] text-ink-600">{t("done.text")}</p>
			</div>
			<InstitutionCard
				institution={institution}
				label={t("apply.chosen")}
				action={<FavoriteToggle institution={institution} />}
			/>
			<Link to={href("/apply-history/:id", { id: String(id) })} className={buttonStyle("primary", "mt-2")}>
				{t("done.detail")}
			</Link>
			<Link to={href("/")} className={buttonStyle("quiet")}>
				{t("done.home")}
			</Link>
		</div>
	);
}
