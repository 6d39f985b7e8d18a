import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "~/ops/session/operator-session";
import type { KakaoChannel } from "~/ops/types";
import { Panel } from "~/ops/ui/panel";
import { QueryState } from "~/ops/ui/query-state";
import { ReasonDialog } from "~/ops/ui/reason-dialog";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { DescriptionList } from "~/shared/ui/description-list";
import { Notice } from "~/shared/ui/notice";
import { KakaoForm, noticeText } from "./kakao-form";
import { useKakaoChannel, usePutChannel } from "./kakao-queries";

/** The tenant's KakaoTalk channel, which is tried before SMS. */
export function KakaoPanel({ tenantId }: { tenantId: number }) {
	const { t } = useTranslation("opsDirectory");
	const query = useKakaoChannel(tenantId);
	const put = usePutChannel(tenantId);
	const mayChange = useMay("change_directory");
	const [saved, setSaved] = useState(0);
	const [isAsking, setAsking] = useState(false);
	const channel = query.data?.channel ?? null;
	return (
		<Panel
			title={t("kakao.title")}
			text={t("kakao.text")}
			actions={
				query.data ? (
					<Badge tint={channel ? "success" : "quiet"}>{t(channel ? "kakao.on" : "kakao.off")}</Badge>
				) : null
			}
		>
			{saved > 0 ? <Notice tone="info">{t("kakao.saved")}</Notice> : null}
			<QueryState query={query}>
				{({ kinds }) =>
					mayChange ? (
						<KakaoForm
							key={saved}
							channel={channel}
							kinds={kinds}
							onChannel={async (next, reason) => {
								await put.mutateAsync({ channel: next, reason });
								setSaved(saved + 1);
							}}
						/>
					) : (
						<ChannelDetails channel={channel} kinds={kinds} />
					)
				}
			</QueryState>
			{mayChange && channel ? (
				<Button tone="danger" className="self-start" onPress={() => setAsking(true)}>
					{t("kakao.remove")}
				</Button>
			) : null}
			{isAsking ? (
				<ReasonDialog
					title={t("kakao.ask")}
					text={t("kakao.askText")}
					submit={t("kakao.remove")}
					isDestructive
					onReason={(reason) => put.mutateAsync({ channel: null, reason })}
					onDone={() => {
						setAsking(false);
						setSaved(saved + 1);
					}}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</Panel>
	);
}

function ChannelDetails({ channel, kinds }: { channel: KakaoChannel | null; kinds: readonly string[] }) {
	const { t } = useTranslation("opsDirectory");
	if (!channel) {
		return <p className="rounded-card bg-quiet px-5 py-10 text-center text-ink-600">{t("kakao.empty")}</p>;
	}
	const templates = kinds.map(
		(kind) => [noticeText(kind), channel.templates[kind] ?? t("kakao.sms")] as const,
	);
	return <DescriptionList items={[[t("kakao.pfId"), channel.pfId], ...templates]} />;
}
