import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { NotificationSettings } from "~/shared/api/types";
import { SwitchRow } from "~/shared/ui/switch-row";

const TOPICS = ["results", "applications", "claims"] as const;
const CHANNELS = ["alimtalk", "sms"] as const;

interface Props {
	settings: NotificationSettings;
	onChange: (settings: NotificationSettings) => void;
}

/** Which topics are also delivered outside the app, and by which channel. */
export function SettingsSection({ settings, onChange }: Props) {
	const { t } = useTranslation("notifications");
	const isOff = CHANNELS.every((channel) => !settings[channel]);
	return (
		<>
			<Group title={t("settings.topics")}>
				{TOPICS.map((topic) => (
					<SwitchRow
						key={topic}
						title={t(`settings.topic.${topic}.title`)}
						isSelected={settings.topics[topic]}
						isDisabled={isOff}
						onChange={(isOn) => onChange({ ...settings, topics: { ...settings.topics, [topic]: isOn } })}
					>
						{t(`settings.topic.${topic}.text`)}
					</SwitchRow>
				))}
			</Group>
			<Group title={t("settings.channels")}>
				{CHANNELS.map((channel) => (
					<SwitchRow
						key={channel}
						title={t(`settings.channel.${channel}.title`)}
						isSelected={settings[channel]}
						onChange={(isOn) => onChange({ ...settings, [channel]: isOn })}
					>
						{t(`settings.channel.${channel}.text`)}
					</SwitchRow>
				))}
				<p role="status" className="text-[14px] text-ink-600">
					{isOff ? t("settings.off") : null}
				</p>
			</Group>
		</>
	);
}

function Group({ title, children }: { title: string; children: ReactNode }) {
	const id = useId();
	return (
		<section aria-labelledby={id} className="card">
			<h2 id={id} className="mb-1 text-header">
				{title}
			</h2>
			{children}
		</section>
	);
}
