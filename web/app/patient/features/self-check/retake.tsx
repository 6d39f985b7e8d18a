import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { withPerson } from "~/patient/lib/people";
import { buttonStyle } from "~/shared/ui/button-style";
import { Dialog } from "~/shared/ui/dialog";
import { UndoIcon } from "~/shared/ui/tool-icons";
import { PhotoPicker } from "./photo-picker";

interface Props {
	personId: number | null;
	onPick: (photo: File) => void;
}

/** Replaces this check's photo. Warns that its result is lost, and offers a new check instead. */
export function Retake({ personId, onPick }: Props) {
	const { t } = useTranslation("selfCheck");
	const [isOpen, setOpen] = useState(false);
	const pick = (photo: File) => {
		setOpen(false);
		onPick(photo);
	};
	return (
		<div className="flex flex-col items-center print:hidden">
			<button type="button" className={buttonStyle("quiet", "", "tight")} onClick={() => setOpen(true)}>
				<UndoIcon className="size-4" />
				{t("result.retake")}
			</button>
			{isOpen ? (
				<Dialog title={t("retake.title")} onClose={() => setOpen(false)}>
					<p className="mb-4 text-ink-600">{t("retake.text")}</p>
					<PhotoPicker onPick={pick} />
					<p className="mt-4 border-t border-line pt-2 text-center">
						<Link
							to={withPerson(href("/self-check"), personId)}
							className={buttonStyle("quiet", "", "tight")}
						>
							{t("retake.instead")}
						</Link>
					</p>
				</Dialog>
			) : null}
		</div>
	);
}
