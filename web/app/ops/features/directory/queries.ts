import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/ops/api";
import type { TenantRequest } from "~/ops/types";
import { unwrap } from "~/shared/api/unwrap";

const tenantsOptions = $api.queryOptions("get", "/ops/tenants");
const tenantOptions = (id: number) =>
	$api.queryOptions("get", "/ops/tenants/{id}", { params: { path: { id } } });

export const useTenants = () => useQuery(tenantsOptions);
export const useTenantDetail = (id: number) => useQuery(tenantOptions(id));

function useInvalidateTenants(id?: number) {
	const client = useQueryClient();
	return () => {
		void client.invalidateQueries({ queryKey: tenantsOptions.queryKey });
		return id === undefined ? undefined : client.invalidateQueries({ queryKey: tenantOptions(id).queryKey });
	};
}

export function useAddTenant() {
	return useMutation({
		mutationFn: (body: TenantRequest) => unwrap(api.POST("/ops/tenants", { body })),
		onSuccess: useInvalidateTenants(),
	});
}

export function usePutTenant({ id, version }: { id: number; version: number }) {
	return useMutation({
		mutationFn: (body: TenantRequest) =>
			unwrap(api.PUT("/ops/tenants/{id}", { params: { path: { id } }, body: { ...body, version } })),
		onSuccess: useInvalidateTenants(id),
	});
}

/** Disables or enables a tenant for all its users; the data stays. */
export function useEnableTenant(id: number) {
	return useMutation({
		mutationFn: ({ isEnabled, reason }: { isEnabled: boolean; reason: string }) => {
			const options = { params: { path: { id } }, body: { reason } };
			return unwrap(
				isEnabled
					? api.POST("/ops/tenants/{id}/enable", options)
					: api.POST("/ops/tenants/{id}/disable", options),
			);
		},
		onSettled: useInvalidateTenants(id),
	});
}

/** Stores or removes a picture. */
export function usePicture(id: number, which: "logo" | "banner") {
	return useMutation({
		mutationFn: ({ file, reason }: { file: Blob | null; reason: string }) => {
			const path = which === "logo" ? "/ops/tenants/{id}/logo" : "/ops/tenants/{id}/banner";
			const params = { path: { id }, query: { reason } };
			if (file === null) return unwrap(api.DELETE(path, { params }));
			return unwrap(
				api.PUT(path, {
					params,
					// the OpenAPI document types a file's bytes as numbers
					body: file as never,
					bodySerializer: (body) => body,
					headers: { "Content-Type": "application/octet-stream" },
				}),
			);
		},
		onSuccess: useInvalidateTenants(id),
	});
}
