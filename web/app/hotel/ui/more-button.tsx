import { useTranslation } from "react-i18next";
import { Button } from "~/shared/ui/button";

interface Query {
	hasNextPage: boolean;
	isFetchingNextPage: boolean;
	fetchNextPage: () => unknown;
}

/** Brings the next page of a list, as long as there is one. */
export function MoreButton({ query }: { query: Query }) {
	const { t } = useTranslation("hotel");
	if (!query.hasNextPage) return null;
	return (
		<Button
			tone="secondary"
			className="self-center"
			isPending={query.isFetchingNextPage}
			onPress={() => void query.fetchNextPage()}
		>
			{t("action.more")}
		</Button>
	);
}
