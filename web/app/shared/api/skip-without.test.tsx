import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { skipWithout } from "./skip-without";

const fetchName = vi.fn(async (id: number) => `clinic ${id}`);
const nameOptions = (id: number) => ({ queryKey: ["get", "/name", id], queryFn: () => fetchName(id) });

it("query_without_a_subject_is_not_sent", async () => {
	// As in the app, where a query is enabled by its session.
	const client = new QueryClient({ defaultOptions: { queries: { enabled: () => true } } });
	const wrapper = ({ children }: { children: ReactNode }) => (
		<QueryClientProvider client={client}>{children}</QueryClientProvider>
	);
	const { result, rerender } = renderHook(({ id }) => useQuery(skipWithout(id, nameOptions)), {
		wrapper,
		initialProps: { id: null as number | null },
	});
	expect(result.current).toMatchObject({ data: undefined, fetchStatus: "idle", isPending: true });
	rerender({ id: 7 });
	await waitFor(() => expect(result.current.data).toBe("clinic 7"));
	rerender({ id: null });
	expect(result.current.data).toBeUndefined();
	expect(fetchName).toHaveBeenCalledExactlyOnceWith(7);
});

it("default_of_the_client_still_applies", () => {
	const client = new QueryClient({ defaultOptions: { queries: { enabled: () => false } } });
	expect(client.defaultQueryOptions(skipWithout(7, nameOptions)).enabled).toBeTypeOf("function");
});
