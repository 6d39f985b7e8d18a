import { useTranslation } from "react-i18next";
import { useSecurity, useSetSecurity } from "~/clinic/lib/staff-query";
import { problemText } from "~/shared/api/problem-text";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";

/** Sets whether the clinic's staff must have a second factor. */
export function SecurityCard() {
	const { t } = useTranslation("clinicAccount");
	const security = useSecurity();
	const set = useSetSecurity();
	if (!security.data) return null;
	const isOn = security.data.secondFactorRequired;
	return (
		<section aria-labelledby="security" className="card flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
			<div className="min-w-0 flex-1 basis-full sm:basis-0">
				<h2 id="security" className="flex items-center gap-2 text-header">
					{t("security.title")}
					<Badge tint={isOn ? "success" : "quiet"}>{t(isOn ? "security.isOn" : "security.isOff")}</Badge>
				</h2>
				<p className="mt-1 text-ink-600">{t("security.text")}</p>
				{set.error ? (
					<p role="alert" className="mt-1 text-meta text-danger">
						{problemText(set.error)}
					</p>
				) : null}
			</div>
			<Button tone={isOn ? "quiet" : "secondary"} isPending={set.isPending} onPress={() => set.mutate(!isOn)}>
				{t(isOn ? "security.off" : "security.on")}
			</Button>
		</section>
	);
}
