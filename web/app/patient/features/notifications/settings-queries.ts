import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import type { NotificationSettings } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";

const options = $api.queryOptions("get", "/patients/me/notification-settings");

/** What also comes outside the app, as it is while a change is on its way, and the change. */
export function useNotificationSettings() {
	const client = useQueryClient();
	const { data, error, refetch } = useQuery(options);
	const save = useMutation({
		// Each change holds everything: they are sent one after the other.
		scope: { id: "notification-settings" },
		mutationFn: (settings: NotificationSettings) =>
			unwrap(api.PUT("/patients/me/notification-settings", { body: settings })),
		onSuccess: (settings) => client.setQueryData(options.queryKey, settings),
	});
	return {
		settings: save.isPending ? save.variables : data,
		error,
		refetch,
		saveError: save.error,
		save: save.mutate,
	};
}
