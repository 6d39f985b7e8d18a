import { useTranslation } from "react-i18next";
import { relationOf } from "~/domain/person/person-label";
import type { AccountPerson } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";

interface Props {
	person: AccountPerson;
	onEdit: () => void;
	onRemove: () => void;
}

/** One person of the account, with the declared consent. */
export function PersonCard({ person, onEdit, onRemove }: Props) {
	const { t } = useTranslation("people");
	const { name, relation, birth, consent, consentAt, missingConsent } = person;
	const isHolder = relation === "self";
	return (
		<li className="card flex flex-col gap-3">
			<div className="flex items-start justify-between gap-3">
				<div className="min-w-0">
					<h2 className="text-header">{name}</h2>
					<p className="text-meta text-ink-600">
						{relationOf(t, relation)}
						{birth ? <span className="number"> · {t("born", { date: birth })}</span> : null}
					</p>
					{consent && consentAt && !missingConsent ? (
						<p className="text-meta text-ink-600">
							{t(consent === "guardian" ? "consent.given.guardian" : "consent.given.agreed")}{" "}
							<span className="number">{koreanDate(consentAt)}</span>
						</p>
					) : null}
				</div>
				{isHolder ? null : (
					<div className="flex shrink-0 gap-1">
						<button
							type="button"
							aria-label={t("editOf", { name })}
							className={buttonStyle("secondary", "", "tight")}
							onClick={onEdit}
						>
							{t("edit")}
						</button>
						<button
							type="button"
							aria-label={t("removeOf", { name })}
							className={buttonStyle("quiet", "", "tight")}
							onClick={onRemove}
						>
							{t("remove")}
						</button>
					</div>
				)}
			</div>
			{missingConsent ? (
				<Notice tone="warning">
					{birth === null ? `${t("noBirth")} ` : ""}
					{t(missingConsent === "guardian" ? "consent.missing.guardian" : "consent.missing.agreed")}
				</Notice>
			) : null}
		</li>
	);
}
