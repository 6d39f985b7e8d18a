import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { NextPageButton } from "~/shared/ui/next-page-button";

interface Props {
	query: ComponentProps<typeof NextPageButton>["list"];
}

/** The next page of a list, where there is one. */
export function MoreButton({ query }: Props) {
	const { t } = useTranslation("hotel");
	return (
		<NextPageButton list={query} className="self-center">
			{t("action.more")}
		</NextPageButton>
	);
}
