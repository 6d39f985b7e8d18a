import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "~/lib/api/client";
import { digitsOf } from "~/lib/person";
import { useRequestKey } from "~/lib/use-request-key";
import { pathTo } from "~/route-table";
import { Button } from "~/ui/button";
import { PersonForm, type PersonValues } from "~/ui/person-form";
import { Sheet } from "~/ui/sheet";
import { worklistKey } from "./worklist-query";

const EMPTY: PersonValues = { name: "", birth: "", gender: "", phoneNumber: "" };

/** Registers somebody who came without having applied. */
export function WalkInSheet({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation("clinic");
	const navigate = useNavigate();
	const client = useQueryClient();
	const keyOf = useRequestKey();
	const register = useMutation({
		mutationFn: async (values: PersonValues) => {
			const body = {
				name: values.name.trim(),
				birth: values.birth.trim(),
				gender: Number(values.gender),
				phoneNumber: digitsOf(values.phoneNumber),
			};
			const { data, error } = await api.POST("/institutions/tcis", {
				body,
				headers: { "Idempotency-Key": keyOf(body) },
			});
			if (!data) throw error;
			return data.clinic;
		},
		onSuccess: ({ id }) => {
			void client.invalidateQueries({ queryKey: worklistKey });
			onClose();
			void navigate(pathTo("clinicApplication", id));
		},
	});
	return (
		<Sheet title={t("walkIn.title")} onClose={onClose}>
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
		</Sheet>
	);
}
