import { useTranslation } from "react-i18next";
import { href, Link, useNavigate } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/selfCheck.json";
import tongue from "~/locales/ko/tongue.json";
import { PhotoPicker } from "~/patient/features/self-check/photo-picker";
import { SendProblem } from "~/patient/features/self-check/send-problem";
import { HowItWorks, Tips } from "~/patient/features/self-check/tips";
import { UploadProgress } from "~/patient/features/self-check/upload-progress";
import { useSendPhoto } from "~/patient/features/self-check/use-send-photo";
import { usePersonInAddress, withPerson } from "~/patient/lib/people";
import { FamilySwitch } from "~/patient/ui/person-switch";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { Badge } from "~/shared/ui/badge";
import { NextIcon } from "~/shared/ui/icons";
import { ChartIcon } from "~/shared/ui/tool-icons";

bundleKo("selfCheck", ko);
bundleKo("tongue", tongue);

export const handle: RouteHandle = { title: "selfCheck" };

export default function SelfCheck() {
	const { t } = useTranslation("selfCheck");
	const navigate = useNavigate();
	const [personId] = usePersonInAddress();
	const photo = useSendPhoto(
		(tci) => void navigate(href("/self-check/:id", { id: String(tci.id) })),
		undefined,
		personId,
	);
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
			<SendProblem photo={photo} />
			<FamilySwitch label="check" />
			<PhotoPicker onPick={photo.pick} />
			<Link
				to={withPerson(href("/records"), personId)}
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
			{photo.stage ? <UploadProgress stage={photo.stage} onCancel={photo.cancel} /> : null}
		</div>
	);
}
