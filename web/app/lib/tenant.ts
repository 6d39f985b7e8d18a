import { useSyncExternalStore } from "react";
import { api } from "~/lib/api/client";
import type { Tenant } from "~/lib/api/types";

/** The product's name until the tenant's own is known. */
const FALLBACK_NAME = "혀봄";

let tenant: Tenant | null = null;
let loading: Promise<Tenant | null> | null = null;
const listeners = new Set<() => void>();

async function fetchTenant(): Promise<Tenant | null> {
	try {
		const { data } = await api.GET("/tenant");
		tenant = data?.tenant ?? null;
	} catch {
		window.addEventListener("online", () => void loadTenant(), { once: true });
	}
	if (!tenant) loading = null;
	for (const listener of listeners) listener();
	return tenant;
}

/** What the tenant shows; asked for once. */
export function loadTenant(): Promise<Tenant | null> {
	loading ??= fetchTenant();
	return loading;
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export function useTenant(): Tenant | null {
	return useSyncExternalStore(
		subscribe,
		() => tenant,
		() => null,
	);
}

/** The product's name. */
export function useProductName(): string {
	return useTenant()?.name ?? FALLBACK_NAME;
}
