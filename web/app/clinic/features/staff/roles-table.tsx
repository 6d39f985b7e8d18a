import { useTranslation } from "react-i18next";
import { useRoles } from "~/clinic/lib/staff-query";
import { CheckIcon } from "~/shared/ui/tool-icons";

type Permission = keyof typeof import("~/locales/ko/clinicAccount.json").roles.list;

/** The permissions of each role, as the server checks them. */
export function RolesTable() {
	const { t } = useTranslation("clinicAccount");
	const { t: tClinic } = useTranslation("clinic");
	const roles = useRoles();
	const every = roles.at(-1)?.permissions ?? [];
	return (
		<section aria-labelledby="roles" className="card p-5">
			<h2 id="roles" className="text-header">
				{t("roles.title")}
			</h2>
			<p className="mt-1 text-ink-600">{t("roles.text")}</p>
			<div className="mt-3 overflow-x-auto">
				<table className="w-full text-[14px]">
					<thead>
						<tr className="border-b border-line text-left text-meta text-ink-600">
							<th scope="col" className="py-2 pr-3 font-semibold">
								{t("roles.permission")}
							</th>
							{roles.map(({ role }) => (
								<th key={role} scope="col" className="px-2 py-2 text-center font-semibold whitespace-nowrap">
									{tClinic(`staff.roles.${role as "clinic_admin"}`)}
								</th>
							))}
						</tr>
					</thead>
					<tbody className="divide-y divide-line">
						{every.map((permission) => (
							<tr key={permission}>
								<th scope="row" className="py-2 pr-3 text-left font-normal">
									{t(`roles.list.${permission as Permission}`)}
								</th>
								{roles.map(({ role, permissions }) => (
									<Cell key={role} isAllowed={permissions.includes(permission)} />
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</section>
	);
}

function Cell({ isAllowed }: { isAllowed: boolean }) {
	const { t } = useTranslation("clinicAccount");
	return (
		<td className="px-2 py-2 text-center">
			{isAllowed ? (
				<span className="inline-grid text-green-700">
					<CheckIcon />
				</span>
			) : (
				<span aria-hidden="true" className="text-ink-600">
					–
				</span>
			)}
			<span className="sr-only">{t(isAllowed ? "roles.yes" : "roles.no")}</span>
		</td>
	);
}
