import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { $api, api } from "~/clinic/api";
import { worklistKey } from "~/clinic/lib/worklist-query";
import { problemText } from "~/shared/api/problem-text";
import { unwrap } from "~/shared/api/unwrap";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";
import { Button } from "~/shared/ui/button";

/** The server's limit for one request. */
const MAX_TAKEN = 100;

const countsKey = $api.queryOptions("get", "/institutions/tcis/counts").queryKey;

/** The outcomes of a bulk take, with how many applications each has. */
const OUTCOMES = ["assigned", "closed"] as const;

interface Props {
	/** Ids of the selected applications; at most MAX_TAKEN are taken at once. */
	ids: readonly number[];
	/** Called with the ids that are now assigned to the user. */
	onTaken: (ids: number[]) => void;
}

/** Takes the selected applications and reports those that somebody else has. */
export function BulkTake({ ids, onTaken }: Props) {
	const { t } = useTranslation("clinic");
	const client = useQueryClient();
	const keyOf = useIdempotencyKey();
	const take = useMutation({
		mutationFn: (body: { ids: number[] }) =>
			unwrap(api.POST("/institutions/tcis/take", { body, headers: { "Idempotency-Key": keyOf(body) } })),
		onSuccess: ({ results }) =>
			onTaken(results.filter(({ outcome }) => outcome === "taken").map(({ id }) => id)),
		onSettled: () => {
			void client.invalidateQueries({ queryKey: worklistKey });
			void client.invalidateQueries({ queryKey: countsKey });
		},
	});
	const count = (wanted: string) =>
		take.data?.results.filter(({ outcome }) => outcome === wanted).length ?? 0;
	const summary = take.data
		? [
				t("take.done", { n: count("taken") }),
				...OUTCOMES.filter((outcome) => count(outcome) > 0).map((outcome) =>
					t(`take.${outcome}`, { n: count(outcome) }),
				),
			].join(" ")
		: "";
	return (
		<div className="flex flex-col gap-1.5">
			{ids.length > 0 ? (
				<Button isPending={take.isPending} onPress={() => take.mutate({ ids: ids.slice(0, MAX_TAKEN) })}>
					{t("take.label", { n: Math.min(ids.length, MAX_TAKEN) })}
				</Button>
			) : null}
			<p role="status" className="text-meta text-ink-600 empty:hidden">
				{summary}
			</p>
			{take.error ? (
				<p role="alert" className="text-meta text-danger">
					{problemText(take.error)}
				</p>
			) : null}
		</div>
	);
}
