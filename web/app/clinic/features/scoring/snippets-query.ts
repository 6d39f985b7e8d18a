import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/clinic/api";
import { unwrap, unwrapEmpty } from "~/shared/api/unwrap";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";

export interface SnippetTexts {
	title: string;
	body: string;
}

const options = $api.queryOptions("get", "/institutions/comment-snippets");

/** The comment snippets of the clinic and of the user, by title. */
export function useSnippets() {
	return useQuery(options);
}

/** Adds, changes and deletes comment snippets, then refetches the list. */
export function useSnippetChanges() {
	const client = useQueryClient();
	const keyOf = useIdempotencyKey();
	const onSuccess = () => client.invalidateQueries({ queryKey: options.queryKey });
	const add = useMutation({
		mutationFn: (body: SnippetTexts & { scope: "clinic" | "own" }) =>
			unwrap(
				api.POST("/institutions/comment-snippets", { body, headers: { "Idempotency-Key": keyOf(body) } }),
			),
		onSuccess,
	});
	const change = useMutation({
		mutationFn: ({ id, ...body }: SnippetTexts & { id: number }) =>
			unwrapEmpty(api.PUT("/institutions/comment-snippets/{id}", { params: { path: { id } }, body })),
		onSuccess,
	});
	const remove = useMutation({
		mutationFn: (id: number) =>
			unwrapEmpty(api.DELETE("/institutions/comment-snippets/{id}", { params: { path: { id } } })),
		onSuccess,
	});
	return { add, change, remove };
}
