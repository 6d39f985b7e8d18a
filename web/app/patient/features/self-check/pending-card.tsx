import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { buttonStyle } from "~/shared/ui/button-style";
import { Spinner } from "~/shared/ui/spinner";
import { ClockIcon } from "~/shared/ui/tool-icons";

interface Props {
	slow: boolean;
	/** Whether the last poll of the result failed. */
	isConnectionLost: boolean;
}

/** Shown while the AI reads. After a minute it explains the delay and what to do, instead of only showing a spinner. */
export function PendingCard({ slow, isConnectionLost }: Props) {
	const { t } = useTranslation("selfCheck");
	return (
		<section className="card animate-rise" role="status">
			<div className="flex items-start gap-3">
				<span className="grid size-11 shrink-0 place-items-center rounded-full bg-mint-100 text-green-700">
					{slow ? <ClockIcon className="size-6" /> : <Spinner className="size-6" />}
				</span>
				<div>
					<h2 className="text-header">{slow ? t("pending.slowTitle") : t("pending.title")}</h2>
					<p className="mt-0.5 text-ink-600">
						{isConnectionLost ? t("pending.lost") : slow ? t("pending.slowText") : t("pending.text")}
					</p>
				</div>
			</div>
			{slow ? (
				<Link to={href("/records")} className={buttonStyle("secondary", "mt-4 w-full")}>
					{t("pending.history")}
				</Link>
			) : null}
		</section>
	);
}
