import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Notification } from "~/shared/api/types";
import { koreanDay, koreanTime } from "~/shared/lib/korea";
import { safeRedirect } from "~/shared/lib/redirect";
import { Badge } from "~/shared/ui/badge";
import { AlertIcon, NextIcon, TongueIcon } from "~/shared/ui/icons";
import { BellIcon, CheckIcon } from "~/shared/ui/tool-icons";

const ICONS: Record<string, typeof BellIcon> = {
	result_ready: TongueIcon,
	result_failed: AlertIcon,
	export_failed: AlertIcon,
	tci_received: CheckIcon,
	tci_released: TongueIcon,
	tci_corrected: TongueIcon,
	tci_withdrawn: AlertIcon,
	tci_canceled: AlertIcon,
	claim_paid: CheckIcon,
	claim_issued: CheckIcon,
	claim_canceled: AlertIcon,
	payment_failed: AlertIcon,
	new_sign_in: AlertIcon,
};

const PART =
	"relative pl-3.5 before:absolute before:left-0 before:w-3.5 before:text-center before:font-normal before:content-['·']";
const ROW =
	"flex w-full items-start gap-3.5 rounded-[18px] border p-4 text-left transition duration-150 ease-out hover:border-green-700/40 hover:shadow-float active:scale-[0.99]";

interface Props {
	notifications: readonly Notification[];
	onRead: (id: number) => void;
}

/** The notifications by day in Korea, newest day first. */
function daysOf(notifications: readonly Notification[]): [day: string, Notification[]][] {
	const days = new Map<string, Notification[]>();
	for (const each of notifications) {
		const day = koreanDay(new Date(each.createdAt));
		days.set(day, [...(days.get(day) ?? []), each]);
	}
	return [...days];
}

/** Position of hours and minutes in a formatted timestamp. */
const [TIME_FROM, TIME_TO] = [11, 16];
const DAY_MS = 24 * 60 * 60 * 1000;

export function NotificationList({ notifications, onRead }: Props) {
	const { t } = useTranslation("notifications");
	const now = Date.now();
	const names = {
		[koreanDay(new Date(now))]: t("today"),
		[koreanDay(new Date(now - DAY_MS))]: t("yesterday"),
	};
	return daysOf(notifications).map(([day, ofDay]) => (
		<section key={day} aria-labelledby={`day-${day}`}>
			<h2 id={`day-${day}`} className="number mt-1 mb-2 text-meta font-semibold text-ink-600">
				{names[day] ?? day}
			</h2>
			<ul className="flex flex-col gap-2.5">
				{ofDay.map((each) => (
					<li key={each.id}>
						<Row notification={each} onRead={() => onRead(each.id)} />
					</li>
				))}
			</ul>
		</section>
	));
}

/** Links to the notification's subject; without a link it can only be marked as read. */
function Row({ notification, onRead }: { notification: Notification; onRead: () => void }) {
	const unread = notification.readAt === null;
	const [wasUnread] = useState(unread);
	const to = safeRedirect(notification.link);
	const style = `${ROW} ${unread ? "border-green-700/30 bg-mint-50" : "border-line bg-white"}`;
	const read = unread ? onRead : undefined;
	if (to) {
		return (
			<Link to={to} onClick={read} className={style}>
				<NotificationText notification={notification} />
				<NextIcon className="mt-3 size-4 text-ink-600" />
			</Link>
		);
	}
	// Stays a button after it was read, so that it keeps the keyboard focus.
	return unread || wasUnread ? (
		<button type="button" aria-disabled={!unread} onClick={read} className={style}>
			<NotificationText notification={notification} />
		</button>
	) : (
		<div className={style}>
			<NotificationText notification={notification} />
		</div>
	);
}

function NotificationText({ notification }: { notification: Notification }) {
	const { t } = useTranslation("notifications");
	const { kind, title, body, clinic, score, createdAt, readAt } = notification;
	const Icon = ICONS[kind] ?? BellIcon;
	const unread = readAt === null;
	return (
		<>
			<span
				className={`grid size-10 shrink-0 place-items-center rounded-full ${unread ? "bg-green-700 text-white" : "bg-quiet text-ink-600"}`}
			>
				<Icon />
			</span>
			<span className="min-w-0 flex-1">
				<span className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<span className={unread ? "font-bold" : "font-medium"}>{title}</span>
					{unread ? <Badge tint="mint">{t("unread")}</Badge> : null}
				</span>
				<span className="mt-0.5 block text-[14px] text-ink-600">{body}</span>
				{/* Clips the separator dot before the first item of each line. */}
				<span className="mt-1 block overflow-hidden text-meta text-ink-600">
					<span className="-ml-3.5 flex flex-wrap">
						{score === null ? null : (
							<strong className={`${PART} number font-bold text-ink-900`}>{t("score", { score })}</strong>
						)}
						{clinic ? <span className={PART}>{clinic}</span> : null}
						<time dateTime={createdAt} className={`${PART} number`}>
							{koreanTime(createdAt).slice(TIME_FROM, TIME_TO)}
						</time>
					</span>
				</span>
			</span>
		</>
	);
}
