import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { href, useNavigate } from "react-router";
import { api } from "~/clinic/api";
import { worklistKey } from "~/clinic/lib/worklist-query";
import { digitsOf } from "~/domain/person/person";
import { PersonForm, type PersonValues } from "~/domain/person/person-form";
import { unwrap } from "~/shared/api/unwrap";
import { useIdempotencyKey } from "~/shared/lib/use-idempotency-key";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";

const EMPTY: PersonValues = { name: "", birth: "", gender: "", phoneNumber: "" };

/** Registers a patient who came without an application. */
export function WalkInDialog({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation("clinic");
	const navigate = useNavigate();
	const client = useQueryClient();
	const keyOf = useIdempotencyKey();
	const register = useMutation({
		mutationFn: async (values: PersonValues) => {
			const body = {
				name: values.name.trim(),
				birth: values.birth.trim(),
				gender: Number(values.gender),
				phoneNumber: digitsOf(values.phoneNumber),
			};
			const { clinic } = await unwrap(
				api.POST("/institutions/tcis", { body, headers: { "Idempotency-Key": keyOf(body) } }),
			);
			return clinic;
		},
		onSuccess: ({ id }) => {
			void client.invalidateQueries({ queryKey: worklistKey });
			onClose();
			void navigate(href("/clinic/applications/:id", { id: String(id) }));
		},
	});
	return (
		<Dialog title={t("walkIn.title")} onClose={onClose}>
			<p className="mt-1 mb-4 text-meta text-ink-600">{t("walkIn.text")}</p>
			<PersonForm
				initial={EMPTY}
				error={register.error}
				onSubmit={(values) => {
					if (!register.isPending) register.mutate(values);
				}}
			>
				<Button type="submit" isPending={register.isPending}>
					{t("walkIn.submit")}
				</Button>
			</PersonForm>
		</Dialog>
	);
}
