import { useTranslation } from "react-i18next";
import { useStaffSession } from "~/clinic/session/staff-session";
import { problemText } from "~/shared/api/problem-text";
import type { WorkItem } from "~/shared/api/types";
import { useExperts, useSetAssignee } from "./application-query";

/** The assignee of an application, who can be changed while its status is received. */
export function AssigneeField({ application }: { application: WorkItem }) {
	const { t } = useTranslation("clinic");
	const { staff } = useStaffSession();
	const experts = useExperts().filter(({ role }) => role !== "shooting_expert");
	const set = useSetAssignee(application.id);
	const { assignee, status } = application;
	const mayAssign = status === 1 && (staff?.permissions.includes("handle_applications") ?? false);
	if (!mayAssign) {
		return assignee ? (
			<p className="text-meta text-ink-600">
				{t("work.assignee")} <span className="font-semibold text-ink-900">{assignee.name}</span>
			</p>
		) : null;
	}
	const isKnown = assignee === null || experts.some(({ id }) => id === assignee.id);
	return (
		<div className="max-w-48">
			<label className="flex items-center gap-2 text-meta text-ink-600">
				<span className="whitespace-nowrap">{t("work.assignee")}</span>
				<select
					value={assignee?.id ?? ""}
					disabled={set.isPending}
					onChange={({ target }) => set.mutate(target.value === "" ? null : Number(target.value))}
					className="h-11 min-w-0 truncate rounded-control border border-field bg-white px-2 text-[14px] text-ink-900"
				>
					<option value="">{t("work.nobody")}</option>
					{isKnown ? null : <option value={assignee.id}>{assignee.name}</option>}
					{experts.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			</label>
			{set.error ? (
				<p role="alert" className="text-meta text-danger">
					{problemText(set.error)}
				</p>
			) : null}
		</div>
	);
}
