import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { $api, api } from "~/patient/api";
import { problemText } from "~/shared/api/problem-text";
import { CheckboxCard } from "~/shared/ui/checkbox-card";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";

const options = $api.queryOptions("get", "/patients/me/notification-settings");
const CHANNELS = ["alimtalk", "sms"] as const;
type Settings = Record<(typeof CHANNELS)[number], boolean>;

/** Where notifications are sent besides the app. */
export function DeliveryCard() {
	const { t } = useTranslation("privacy");
	const client = useQueryClient();
	const { data, error } = useQuery(options);
	const save = useMutation({
		mutationFn: async (settings: Settings) => {
			const answer = await api.PUT("/patients/me/notification-settings", { body: settings });
			if (!answer.data) throw answer.error;
			return answer.data;
		},
		onSuccess: (settings) => client.setQueryData(options.queryKey, settings),
	});
	const failure = save.error ?? error;
	const shown = save.isPending ? save.variables : data;
	return (
		<section aria-labelledby="delivery" className="card">
			<h2 id="delivery" className="text-header">
				{t("delivery.title")}
			</h2>
			<p className="mt-1.5 text-[14px] text-ink-600">{t("delivery.text")}</p>
			<div className="mt-4 flex flex-col gap-2.5">
				{failure ? <Notice tone="danger">{problemText(failure)}</Notice> : null}
				{shown || failure ? null : <Skeleton className="h-32" />}
				{shown
					? CHANNELS.map((channel) => (
							<CheckboxCard
								key={channel}
								checked={shown[channel]}
								title={t(`delivery.${channel}`)}
								onChange={(checked) => save.mutate({ ...shown, [channel]: checked })}
							>
								{t(`delivery.${channel}Text`)}
							</CheckboxCard>
						))
					: null}
			</div>
			<p className="mt-3 text-meta text-ink-600">{t("delivery.always")}</p>
		</section>
	);
}
