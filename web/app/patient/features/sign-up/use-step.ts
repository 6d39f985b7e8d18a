import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useHydratedSearchParams } from "~/shared/lib/use-hydrated-search-params";

const STEP = "step";

/** A form's steps as history entries: back goes to the previous step, and a reload keeps the step. */
export function useStep(count: number, canShow: (at: number) => boolean) {
	const navigate = useNavigate();
	const [query] = useSearchParams();
	const { state } = useLocation();
	const wanted = Math.trunc(Number(useHydratedSearchParams().get(STEP)) || 1) - 1;
	/** The step in the URL, or the last earlier one that may be shown. */
	let at = Math.max(0, Math.min(count - 1, wanted));
	while (at > 0 && !canShow(at)) at -= 1;

	const go = async (to: number, options: { replace?: boolean; state?: { isNext: boolean } }) => {
		const search = new URLSearchParams(query);
		if (to === 0) search.delete(STEP);
		else search.set(STEP, String(to + 1));
		await navigate({ search: search.toString() }, options);
	};
	return {
		at,
		next: () => go(at + 1, { state: { isNext: true } }),
		back: () => (state?.isNext ? navigate(-1) : go(at - 1, { replace: true })),
		/** Goes to another step; -1 is ignored. */
		show: async (to: number) => {
			if (to >= 0 && to !== at) await go(to, {});
		},
	};
}
