import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useHealthConsent } from "~/features/self-check/consent";
import { ConsentCard } from "~/features/self-check/consent-card";
import { HowItWorks, Tips } from "~/features/self-check/tips";
import { UploadScreen } from "~/features/self-check/upload-screen";
import { useSendPhoto } from "~/features/self-check/use-send-photo";
import { bundleKo } from "~/i18n/i18n";
import { isProblem } from "~/lib/api/problem";
import { usePersonInAddress, withPerson } from "~/lib/people";
import ko from "~/locales/ko/selfCheck.json";
import tongue from "~/locales/ko/tongue.json";
import { pathTo } from "~/route-table";
import { Badge } from "~/ui/badge";
import { buttonStyle } from "~/ui/button-style";
import { NextIcon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { FamilySwitch } from "~/ui/person-switch";
import { PhotoButtons } from "~/ui/photo-buttons";
import { Skeleton } from "~/ui/skeleton";
import { ChartIcon } from "~/ui/tool-icons";

bundleKo("selfCheck", ko);
bundleKo("tongue", tongue);

export default function SelfCheck() {
	const { t } = useTranslation("selfCheck");
	const navigate = useNavigate();
	const [personId] = usePersonInAddress();
	const photo = useSendPhoto((tci) => void navigate(pathTo("selfCheckResult", tci.id)), undefined, personId);
	return (
		<div className="mx-auto flex max-w-[560px] flex-col gap-3.5 pt-2">
			<div className="mb-1">
				<h1 className="text-title">{t("start.title")}</h1>
				<p className="mt-1 text-ink-600">{t("start.text")}</p>
			</div>
			<Tips />
			<p className="flex items-start gap-2.5 px-1 text-meta text-ink-600">
				<span className="mt-px shrink-0">
					<Badge tint="info">{t("start.aiLabel")}</Badge>
				</span>
				{t("start.aiText")}
			</p>
			{photo.error ? (
				<Notice tone="danger" title={t("upload.failedTitle")} action={<Retry onPress={photo.retry} />}>
					{photo.error}
				</Notice>
			) : null}
			<FamilySwitch label="for" />
			<Begin onPick={photo.pick} />
			<Link
				to={withPerson(pathTo("selfCheckHistory"), personId)}
				className="flex min-h-[68px] items-center gap-4 rounded-[18px] border border-line bg-white px-5 py-3 transition hover:border-green-700/40 hover:shadow-float"
			>
				<ChartIcon className="size-6 text-green-700" />
				<span className="flex-1">
					<span className="block font-bold">{t("start.history")}</span>
					<span className="block text-meta text-ink-600">{t("start.historyText")}</span>
				</span>
				<NextIcon className="size-5 text-ink-600" />
			</Link>
			<HowItWorks />
			{photo.stage ? <UploadScreen stage={photo.stage} /> : null}
		</div>
	);
}

/** The two ways to a photo, once the person has agreed. */
function Begin({ onPick }: { onPick: (photo: File) => void }) {
	const { t } = useTranslation();
	const consent = useHealthConsent();
	if (consent.given) return <PhotoButtons onPick={onPick} />;
	if (consent.given === false) return <ConsentCard />;
	if (consent.error) {
		return (
			<Notice tone="danger" action={<Retry onPress={() => void consent.refetch()} />}>
				{isProblem(consent.error) ? consent.error.detail : t("error.unreachable")}
			</Notice>
		);
	}
	return (
		<div aria-busy="true" className="flex flex-col gap-2.5">
			<Skeleton className="h-12 rounded-button" />
			<Skeleton className="h-12 rounded-button" />
		</div>
	);
}

function Retry({ onPress }: { onPress: (() => void) | null }) {
	const { t } = useTranslation();
	if (!onPress) return null;
	return (
		<button type="button" className={buttonStyle("secondary", "", "tight")} onClick={onPress}>
			{t("action.retry")}
		</button>
	);
}
