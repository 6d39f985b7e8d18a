import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/shared/ui/button";
import type { LogRows } from "./log-query";

/** Loads all rows of the list, then prints the page. */
export function PrintButton({ list }: { list: LogRows }) {
	const { t } = useTranslation("accessLog");
	const [isWanted, setWanted] = useState(false);
	const { isSuccess, hasNextPage, fetchNextPage } = list;
	// In an effect: rows render later than they arrive.
	useEffect(() => {
		if (!isWanted || !isSuccess || hasNextPage) return;
		setWanted(false);
		window.print();
	}, [isWanted, isSuccess, hasNextPage]);
	const load = async () => {
		setWanted(true);
		let hasMore = hasNextPage;
		while (hasMore) {
			const page = await fetchNextPage();
			if (page.isError) return setWanted(false);
			hasMore = page.hasNextPage;
		}
	};
	return (
		<div className="flex flex-col gap-2 print:hidden">
			<Button
				tone="secondary"
				isDisabled={list.data === undefined}
				isPending={isWanted}
				onPress={() => void load()}
			>
				{t("review.print")}
			</Button>
			{list.isFetchNextPageError && !isWanted ? (
				<p role="alert" className="text-meta text-danger">
					{t("review.printFailed")}
				</p>
			) : null}
		</div>
	);
}
