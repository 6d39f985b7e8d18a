import { useTranslation } from "react-i18next";
import { Button } from "~/shared/ui/button";

interface Props {
	list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** The next page of a list, where there is one. */
export function MoreButton({ list }: Props) {
	const { t } = useTranslation("ops");
	if (!list.hasNextPage) return null;
	return (
		<Button tone="secondary" isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
			{t("more")}
		</Button>
	);
}
