import { useTranslation } from "react-i18next";
import type { Profile } from "~/shared/api/types";
import { koreanDate } from "~/shared/lib/format";

const FIELDS = ["name", "phone_number", "email", "address"] as const;
const PROOFS = ["identity", "code", "link", "session", "clinic"] as const;

/** History of changes: what changed, when, and how it was verified. */
export function ProfileChanges({ changes }: { changes: Profile["changes"] }) {
	const { t } = useTranslation("profile");
	if (changes.length === 0) return null;
	return (
		<section aria-labelledby="profile-changes" className="card">
			<h2 id="profile-changes" className="text-header">
				{t("changes.title")}
			</h2>
			<ul className="mt-3 flex flex-col gap-2.5 text-[14px]">
				{changes.map((change) => {
					const field = FIELDS.find((each) => each === change.field);
					const proof = PROOFS.find((each) => each === change.proof);
					return (
						<li key={`${change.changedAt}${change.field}`}>
							<span className="font-medium">{field ? t(`changes.field.${field}`) : change.field}</span>{" "}
							<span className="text-ink-600">
								{change.oldValue ? t("changes.before", { value: change.oldValue }) : t("changes.first")}
							</span>
							<br />
							<span className="number text-meta text-ink-600">
								{koreanDate(change.changedAt)} · {proof ? t(`changes.proof.${proof}`) : change.proof}
							</span>
						</li>
					);
				})}
			</ul>
			<p className="mt-3 text-meta text-ink-600">{t("changes.text")}</p>
		</section>
	);
}
