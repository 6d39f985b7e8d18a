import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { NextPageButton } from "~/shared/ui/next-page-button";

interface Props {
	query: ComponentProps<typeof NextPageButton>["list"];
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ query }: Props) {
	const { t } = useTranslation("hotel");
	return (
		<NextPageButton list={query} className="self-center">
			{t("action.more")}
		</NextPageButton>
	);
}
