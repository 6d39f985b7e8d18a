import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { useClients } from "~/hotel/lib/clients-query";
import type { ClientKind, Role, User } from "~/hotel/types";
import { AccountActions, useAccountSteps } from "~/hotel/ui/account-steps";
import { loginIdField, PersonFields, type PersonRule, personFields } from "~/hotel/ui/person-fields";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormSelectField } from "~/shared/ui/form/form-native-fields";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useChangeUser, useCreateUser, useEndUser, useReactivateUser, useResetUser } from "./queries";

const ROLES = [
	"hotel_client",
	"housekeeper",
	"headquarters",
	"partner",
	"super_admin",
] as const satisfies readonly Role[];
/** The kind of client whose users can have each role. */
const KIND_OF: Record<Role, ClientKind | null> = {
	super_admin: null,
	headquarters: "hotel_headquarters",
	hotel_client: "general_hotel",
	housekeeper: "general_hotel",
	partner: "partner",
};
const schema = v.pipe(
	v.object({ ...personFields, loginId: loginIdField, role: v.picklist(ROLES), clientId: v.string() }),
	v.forward(
		v.partialCheck(
			[["role"], ["clientId"]],
			({ role, clientId }) => KIND_OF[role] === null || clientId !== "",
			"clientId",
		),
		["clientId"],
	),
);
type Rule = PersonRule | "clientId";

/** Creates or changes an account: person, role and client. */
export function UserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
	const { t } = useTranslation("hotelAdmin");
	const create = useCreateUser();
	const change = useChangeUser(user?.id ?? 0);
	const calls = { reset: useResetUser(), end: useEndUser(), reactivate: useReactivateUser() };
	const { step, ask, showSecret } = useAccountSteps(user, calls, onClose);
	const form = useApiForm({
		schema,
		defaultValues: {
			name: user?.name ?? "",
			loginId: user?.loginId ?? "",
			contact: user?.contact ?? "",
			classification: user?.classification ?? "",
			memo: user?.memo ?? "",
			role: user?.role ?? ROLES[0],
			clientId: user?.client ? String(user.client.id) : "",
		},
		errorText: (rule) => t(`person.error.${rule as Rule}`),
		onSubmit: async ({ loginId, clientId, ...body }) => {
			const whole = { ...body, clientId: KIND_OF[body.role] === null ? null : Number(clientId) };
			if (user) {
				await change.mutateAsync(whole);
				onClose();
			} else {
				const { temporaryPassword } = await create.mutateAsync({ ...whole, loginId });
				showSecret(body.name, temporaryPassword ?? "");
			}
		},
	});
	if (step) return step;
	return (
		<Dialog title={t(user ? "users.edit" : "users.new")} onClose={onClose}>
			<div className="-mx-1 mt-4 max-h-[80dvh] overflow-y-auto px-1 pb-1">
				<Form form={form} className="flex flex-col gap-4">
					<FormSelectField
						control={form.control}
						name="role"
						deps={["clientId"]}
						label={t("users.column.role")}
						choices={ROLES.map((role) => [role, t(`role.${role}`, { ns: "hotel" })] as const)}
					/>
					<ClientField control={form.control} kind={KIND_OF[form.watch("role")]} />
					<PersonFields withLoginId={!user} />
					<FormProblem form={form} />
					<Button type="submit" isPending={form.isPending}>
						{t(user ? "person.save" : "person.make")}
					</Button>
				</Form>
				{user ? <AccountActions onAction={ask} /> : null}
			</div>
		</Dialog>
	);
}

type Control = Parameters<typeof FormSelectField<v.InferInput<typeof schema>>>[0]["control"];

function ClientField({ control, kind }: { control: Control; kind: ClientKind | null }) {
	const { t } = useTranslation("hotelAdmin");
	const clients = useClients().data?.items ?? [];
	if (kind === null) return null;
	return (
		<FormSelectField
			control={control}
			name="clientId"
			label={t("users.column.client")}
			emptyText={t("users.chooseClient")}
			choices={clients
				.filter((client) => client.kind === kind && client.active)
				.map(({ id, name }) => [String(id), name] as const)}
		/>
	);
}
