import { useTranslation } from "react-i18next";
import { PersonForm } from "~/domain/person/person-form";
import type { Application } from "~/shared/api/types";
import { formatPhone } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { personOf } from "./apply-draft";
import { useCorrect } from "./queries";

/** Corrects the person's data until the clinic has received the application. */
export function CorrectDialog({ application, onClose }: { application: Application; onClose: () => void }) {
	const { t } = useTranslation("tci");
	const correct = useCorrect(application.id);
	const { name, birth, gender, phoneNumber: phone } = application.patientInstitution;
	return (
		<Dialog title={t("correct.title")} onClose={onClose}>
			<div className="mt-4">
				<PersonForm
					initial={{
						name,
						birth: birth.replaceAll(".", ""),
						gender: gender === null ? "" : String(gender),
						phoneNumber: formatPhone(phone),
					}}
					error={correct.error}
					onSubmit={(values) => correct.mutate(personOf(values, null), { onSuccess: onClose })}
				>
					<Button type="submit" isPending={correct.isPending}>
						{t("correct.do")}
					</Button>
				</PersonForm>
			</div>
		</Dialog>
	);
}
