import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { ColleagueActions } from "~/features/clinic/colleague-actions";
import { DeskPage } from "~/features/clinic/desk-page";
import { NewMember } from "~/features/clinic/new-member";
import { problemText } from "~/features/clinic/problem-text";
import { RoleSelect } from "~/features/clinic/role-select";
import { RolesTable } from "~/features/clinic/roles-table";
import { SealCard } from "~/features/clinic/seal-card";
import { SecurityCard } from "~/features/clinic/security-card";
import { useChangeMember, useStaffList } from "~/features/clinic/staff-query";
import { TemporaryPassword } from "~/features/clinic/temporary-password";
import type { Staff } from "~/lib/api/types";
import { useStaffSession } from "~/lib/staff-session";
import { pathTo } from "~/route-table";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { LoadProblem } from "~/ui/load-problem";
import { Skeleton } from "~/ui/skeleton";

export default function ClinicStaff() {
	const { staff } = useStaffSession();
	// Only an admin may; the server says so, too.
	if (!staff?.permissions.includes("manage_staff")) return <Navigate to={pathTo("clinicHome")} replace />;
	return <Members own={staff.id} />;
}

function Members({ own }: { own: number }) {
	const { t } = useTranslation("clinic");
	const list = useStaffList();
	const [hiring, setHiring] = useState(false);
	return (
		<DeskPage title={t("staff.page")} text={t("staff.text")}>
			<Button className="self-start" onPress={() => setHiring(true)}>
				{t("staff.new")}
			</Button>
			{list.error && !list.data ? (
				<LoadProblem error={list.error} onRetry={() => void list.refetch()} />
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
			{hiring ? <NewMember onClose={() => setHiring(false)} /> : null}
		</DeskPage>
	);
}

function Row({ member, isOwn }: { member: Staff; isOwn: boolean }) {
	const { t } = useTranslation("clinic");
	const change = useChangeMember(member.id);
	const [password, setPassword] = useState<string | null>(null);
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
						{problemText(t, change.error)}
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
				onPress={() => change.mutate({ active: !member.active }, { onSuccess: setPassword })}
			>
				{t(member.active ? "staff.shutOut" : "staff.letIn")}
			</Button>
			{member.active && !isOwn ? <ColleagueActions member={member} /> : null}
			{password ? (
				<TemporaryPassword name={member.name} password={password} onClose={() => setPassword(null)} />
			) : null}
		</li>
	);
}
