import { useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Navigate } from "react-router";
import { ColleagueActions } from "~/clinic/features/staff/colleague-actions";
import { ConfirmDialog } from "~/clinic/features/staff/confirm-dialog";
import { NewMember } from "~/clinic/features/staff/new-member";
import { RoleSelect } from "~/clinic/features/staff/role-select";
import { RolesTable } from "~/clinic/features/staff/roles-table";
import { SealCard } from "~/clinic/features/staff/seal-card";
import { SecurityCard } from "~/clinic/features/staff/security-card";
import { TemporaryPassword } from "~/clinic/features/staff/temporary-password";
import { ConsolePage } from "~/clinic/layouts/console-page";
import { useChangeMember, useStaffList } from "~/clinic/lib/staff-query";
import { useStaffSession } from "~/clinic/session/staff-session";
import { problemText } from "~/shared/api/problem-text";
import type { Staff } from "~/shared/api/types";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { ErrorState } from "~/shared/ui/error-state";
import { Skeleton } from "~/shared/ui/skeleton";

export default function ClinicStaff() {
	const { staff } = useStaffSession();
	// Admins only; the server checks it, too.
	if (!staff?.permissions.includes("manage_staff")) return <Navigate to={href("/clinic")} replace />;
	return <MemberList own={staff.id} />;
}

function MemberList({ own }: { own: number }) {
	const { t } = useTranslation("clinic");
	const list = useStaffList();
	const [isCreating, setCreating] = useState(false);
	return (
		<ConsolePage title={t("staff.page")} text={t("staff.text")}>
			<Button className="self-start" onPress={() => setCreating(true)}>
				{t("staff.new")}
			</Button>
			{list.error && !list.data ? (
				<ErrorState error={list.error} onRetry={() => void list.refetch()} />
			) : null}
			{list.isPending && list.fetchStatus !== "idle" ? <Skeleton className="h-24 rounded-card" /> : null}
			<ul aria-label={t("staff.list")} className="flex flex-col gap-2.5">
				{list.data?.staff.map((member) => (
					<Row key={member.id} member={member} isOwn={member.id === own} />
				))}
			</ul>
			<SecurityCard />
			<SealCard />
			<RolesTable />
			{isCreating ? <NewMember onClose={() => setCreating(false)} /> : null}
		</ConsolePage>
	);
}

function Row({ member, isOwn }: { member: Staff; isOwn: boolean }) {
	const { t } = useTranslation("clinic");
	const change = useChangeMember(member.id);
	const [password, setPassword] = useState<string | null>(null);
	const [isEnding, setEnding] = useState(false);
	return (
		<li className="card flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
			<div className="min-w-0 flex-1 basis-full sm:basis-0">
				<p className="flex flex-wrap items-center gap-2 font-bold">
					{member.name}
					{member.active ? null : <Badge tint="quiet">{t("staff.inactive")}</Badge>}
					{member.active && member.mustChangePassword ? (
						<Badge tint="warning">{t("staff.temporary")}</Badge>
					) : null}
					{member.active && member.hasSecondFactor ? (
						<Badge tint="success">{t("colleague.factorOn", { ns: "clinicAccount" })}</Badge>
					) : null}
				</p>
				<p className="number mt-0.5 text-meta text-ink-600">{member.loginId}</p>
				{change.error ? (
					<p role="alert" className="mt-1 text-meta text-danger">
						{problemText(change.error)}
					</p>
				) : null}
			</div>
			<RoleSelect
				label={t("staff.roleOf", { name: member.name })}
				isLabelHidden
				value={member.role}
				isDisabled={isOwn || !member.active || change.isPending}
				onChange={(role) => change.mutate({ role })}
			/>
			<Button
				tone={member.active ? "quiet" : "secondary"}
				isDisabled={isOwn}
				isPending={change.isPending}
				onPress={() =>
					member.active ? setEnding(true) : change.mutate({ active: true }, { onSuccess: setPassword })
				}
			>
				{t(member.active ? "staff.shutOut" : "staff.letIn")}
			</Button>
			{member.active && !isOwn ? <ColleagueActions member={member} /> : null}
			{isEnding ? (
				<ConfirmDialog
					title={t("staff.shutOutTitle", { name: member.name })}
					text={t("staff.shutOutText")}
					submit={t("staff.shutOut")}
					error={change.error}
					isPending={change.isPending}
					onConfirm={() => change.mutate({ active: false }, { onSuccess: () => setEnding(false) })}
					onClose={() => setEnding(false)}
				/>
			) : null}
			{password ? (
				<TemporaryPassword name={member.name} password={password} onClose={() => setPassword(null)} />
			) : null}
		</li>
	);
}
