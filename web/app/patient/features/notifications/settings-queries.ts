import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import type { NotificationSettings } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";

const options = $api.queryOptions("get", "/patients/me/notification-settings");

/** The settings of deliveries outside the app, optimistically updated, with their setter. */
export function useNotificationSettings() {
	const client = useQueryClient();
	const { data, error, refetch } = useQuery(options);
	const save = useMutation({
		// Each change contains all settings, so they are sent one after the other.
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
