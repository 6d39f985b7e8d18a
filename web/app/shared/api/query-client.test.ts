import { MutationObserver, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { staffActivity } from "~/shared/lib/session-activity";
import { queryClient, sessionKindOf } from "./query-client";

beforeEach(() => {
	queryClient.mount();
	onlineManager.setOnline(false);
});
afterEach(() => {
	vi.useRealTimers();
	onlineManager.setOnline(true);
	queryClient.unmount();
});

it("mutation_offline_fails_at_once_and_not_later", async () => {
	const send = vi.fn().mockRejectedValue(new TypeError("Failed to fetch"));
	const mutation = new MutationObserver(queryClient, { mutationFn: send });
	await expect(mutation.mutate(undefined)).rejects.toThrow("Failed to fetch");
	onlineManager.setOnline(true);
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(send).toHaveBeenCalledTimes(1);
});

it("query_offline_resumes_with_network", async () => {
	const ask = vi.fn().mockResolvedValue("there");
	const query = new QueryObserver(queryClient, { queryKey: ["get", "/model"], queryFn: ask });
	const stop = query.subscribe(() => undefined);
	expect(query.getCurrentResult().fetchStatus).toBe("paused");
	expect(ask).not.toHaveBeenCalled();
	onlineManager.setOnline(true);
	await vi.waitFor(() => expect(query.getCurrentResult().data).toBe("there"));
	stop();
});

it("query_without_session_is_not_asked", () => {
	onlineManager.setOnline(true);
	const state = (path: string) => {
		const query = new QueryObserver(queryClient, { queryKey: ["get", path], queryFn: async () => 1 });
		const stop = query.subscribe(() => undefined);
		const { fetchStatus } = query.getCurrentResult();
		stop();
		return fetchStatus;
	};
	expect([state("/patients/a"), state("/institutions/a"), state("/model")]).toEqual([
		"idle",
		"idle",
		"fetching",
	]);
	staffActivity.note(Date.now());
	expect([state("/patients/b"), state("/institutions/b")]).toEqual(["idle", "fetching"]);
});

it.each([
	[429, "overloaded", [0, 1_000, 3_000]],
	[429, "too_many_requests", [0]],
	[500, "internal", [0, 400, 1_200]],
	[404, "not_found", [0]],
])("query_refused_with_%i_%s_is_retried", async (status, code, times) => {
	vi.useFakeTimers();
	onlineManager.setOnline(true);
	const start = Date.now();
	const sent: number[] = [];
	const ask = async () => {
		sent.push(Date.now() - start);
		throw { type: "", title: "", detail: "", status, code };
	};
	const query = new QueryObserver(queryClient, { queryKey: ["get", "/model", code], queryFn: ask });
	const stop = query.subscribe(() => undefined);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(sent).toEqual(times);
	expect(query.getCurrentResult().isError).toBe(true);
	stop();
});

it.each([
	["/institutions/tcis/1", "staff"],
	["/patients/institutions/1", "patient"],
	["/tenant", null],
])("session_of_%s_is_%s", (path, kind) => {
	expect(sessionKindOf(["get", path])).toBe(kind);
});
