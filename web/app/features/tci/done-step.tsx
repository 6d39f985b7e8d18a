import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { InstitutionCard } from "~/ui/institution-card";
import { CheckIcon } from "~/ui/tool-icons";
import type { ApplyDraft } from "./apply-draft";

/** Step 3: the clinic has the application. */
export function DoneStep({ draft }: { draft: ApplyDraft }) {
	const { t } = useTranslation("tci");
	const { institution, clinicId } = draft;
	if (!institution || clinicId === null) return null;
	return (
		<div className="flex flex-col gap-4">
			<div role="status" className="flex flex-col items-center px-2 pt-6 pb-2 text-center">
				<span className="grid size-20 animate-rise place-items-center rounded-full bg-mint-100 text-green-700">
					<CheckIcon className="size-9" />
				</span>
				<p className="mt-5 text-tile font-bold">{t("done.title", { name: draft.person.name.trim() })}</p>
				<p className="mt-1 max-w-[24em] text-ink-600">{t("done.text")}</p>
			</div>
			<InstitutionCard institution={institution} label={t("apply.chosen")} />
			<Link to={pathTo("home")} className={buttonStyle("primary", "mt-2")}>
				{t("done.home")}
			</Link>
			<Link to={pathTo("applyDetail", clinicId)} className={buttonStyle("quiet")}>
				{t("done.detail")}
			</Link>
		</div>
	);
}
