import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import type { KakaoChannel } from "~/ops/types";
import { unwrap } from "~/shared/api/unwrap";

const channelOptions = (id: number) =>
	$api.queryOptions("get", "/ops/tenants/{id}/kakao-channel", { params: { path: { id } } });

export const useKakaoChannel = (tenantId: number) => useQuery(channelOptions(tenantId));

/** Sets or removes the channel; without one, messages are sent as SMS. */
export function usePutChannel(id: number) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: { channel: KakaoChannel | null; reason: string }) =>
			unwrap(api.PUT("/ops/tenants/{id}/kakao-channel", { params: { path: { id } }, body })),
		onSuccess: (response) => client.setQueryData(channelOptions(id).queryKey, response),
	});
}
