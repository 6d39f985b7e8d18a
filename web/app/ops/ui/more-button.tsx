import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { NextPageButton } from "~/shared/ui/next-page-button";

/** Loads the next page of a list, if there is one. */
export function MoreButton({ list }: Pick<ComponentProps<typeof NextPageButton>, "list">) {
	const { t } = useTranslation("ops");
	return <NextPageButton list={list}>{t("more")}</NextPageButton>;
}
