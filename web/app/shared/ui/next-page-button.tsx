import type { ReactNode } from "react";
import { Button } from "./button";

interface Props {
	list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
	className?: string;
	children: ReactNode;
}

/** Loads the next page of a list, if there is one. */
export function NextPageButton({ list, className, children }: Props) {
	if (!list.hasNextPage) return null;
	return (
		<Button
			tone="secondary"
			className={className}
			isPending={list.isFetchingNextPage}
			onPress={() => void list.fetchNextPage()}
		>
			{children}
		</Button>
	);
}
