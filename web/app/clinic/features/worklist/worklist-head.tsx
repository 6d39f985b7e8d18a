import { lazy, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useStaffSession } from "~/clinic/session/staff-session";
import { ChimeSwitch } from "./chime-switch";

const WalkInDialog = lazy(() =>
	import("./walk-in-dialog").then((module) => ({ default: module.WalkInDialog })),
);

interface Props {
	/** Whether the list is the main content of the page. */
	isMain: boolean;
	isChoosing: boolean;
	onChoosing: (isChoosing: boolean) => void;
}

/** Title of the worklist, with the actions on the whole list. */
export function WorklistHead({ isMain, isChoosing, onChoosing }: Props) {
	const { t } = useTranslation("clinic");
	const [registering, setRegistering] = useState(false);
	const { staff } = useStaffSession();
	const mayTake = staff?.permissions.includes("score_analyses") ?? false;
	const Heading = isMain ? "h1" : "h2";
	return (
		<div className="flex items-center gap-1">
			<Heading className="mr-auto text-header">{t("work.title")}</Heading>
			<ChimeSwitch />
			{mayTake ? (
				<button
					type="button"
					aria-pressed={isChoosing}
					onClick={() => onChoosing(!isChoosing)}
					className="min-h-11 rounded-control px-2 text-meta font-bold text-ink-600 hover:bg-mint-50 aria-pressed:bg-mint-100 aria-pressed:text-green-700"
				>
					{t("choose.open")}
				</button>
			) : null}
			<button
				type="button"
				onClick={() => setRegistering(true)}
				className="min-h-11 rounded-control border border-line px-2.5 text-meta font-bold whitespace-nowrap text-green-700 hover:bg-mint-50"
			>
				+ {t("walkIn.open")}
			</button>
			{registering
				? // Outside the list, which is hidden beside an application when a tablet is turned upright.
					createPortal(
						<Suspense>
							<WalkInDialog onClose={() => setRegistering(false)} />
						</Suspense>,
						document.body,
					)
				: null}
		</div>
	);
}
