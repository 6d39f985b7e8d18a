import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { BackIcon } from "~/shared/ui/icons";

interface Props {
	title: string;
	text?: string;
	/** Target of the back link. */
	back: string;
	children: ReactNode;
}

/** A screen without header and footer: back link, heading, one task. */
export function PlainPage({ title, text, back, children }: Props) {
	const { t } = useTranslation();
	return (
		<div className="pt-2 pb-[calc(40px+env(safe-area-inset-bottom))]">
			<div className="flex h-13 items-center">
				<Link
					to={back}
					aria-label={t("action.back")}
					className="-ml-3 grid size-12 place-items-center rounded-full text-green-800"
				>
					<BackIcon className="size-6" />
				</Link>
			</div>
			<h1 className="text-title">{title}</h1>
			{text ? <p className="mt-1.5 text-ink-600">{text}</p> : null}
			<div className="mt-7">{children}</div>
		</div>
	);
}
