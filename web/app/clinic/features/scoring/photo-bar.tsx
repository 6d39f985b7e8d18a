import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/domain/tongue/status-badge";
import type { Tci } from "~/shared/api/types";
import { buttonStyle } from "~/shared/ui/button-style";
import { CameraIcon, CropIcon, OutlineIcon } from "~/shared/ui/tool-icons";

interface Props {
	tci: Tci;
	allowed: { outline: boolean; photo: boolean; crop: boolean };
	onOpen: (what: "outline" | "photo" | "crop" | "keys") => void;
}

/** The number and status of the analysis, with the actions on its photo. */
export function PhotoBar({ tci, allowed, onOpen }: Props) {
	const { t } = useTranslation("clinic");
	const tools = [
		["outline", OutlineIcon, t("outline.open")],
		["photo", CameraIcon, t("photo.retake")],
		["crop", CropIcon, t("cropper.title", { ns: "tongue" })],
	] as const;
	return (
		<div className="flex min-h-11 flex-wrap items-center justify-between gap-x-2 gap-y-1">
			<StatusBadge tci={tci} />
			<div className="-mr-1 flex flex-wrap gap-1">
				{tools.map(([what, Icon, label]) =>
					allowed[what] ? (
						<button
							key={what}
							type="button"
							title={label}
							className={buttonStyle("quiet", "min-h-11! px-2.5!", "tight")}
							onClick={() => onOpen(what)}
						>
							<Icon />
							{label}
						</button>
					) : null,
				)}
				<button
					type="button"
					aria-label={t("keys.title")}
					title={t("keys.title")}
					className={buttonStyle("quiet", "size-11 p-0! max-md:hidden", "tight")}
					onClick={() => onOpen("keys")}
				>
					?
				</button>
			</div>
		</div>
	);
}
