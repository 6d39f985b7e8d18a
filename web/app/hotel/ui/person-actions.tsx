import { useState } from "react";
import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/shared/ui/button-style";
import { ConfirmDialog } from "./confirm-dialog";
import { ShownOnce } from "./shown-once";

/** A call that is made for one account. */
interface Call<Answer> {
	mutate: (id: number, options: { onSuccess: (answer: Answer) => void }) => void;
	isPending: boolean;
	error: unknown;
}

interface Props {
	person: { id: number; name: string };
	reset: Call<string>;
	end: Call<unknown>;
	onEdit: () => void;
}

/** What can be done about an account: change it, give a new password, shut it out. */
export function PersonActions({ person, reset, end, onEdit }: Props) {
	const { t } = useTranslation("hotelAdmin");
	const [secret, setSecret] = useState<string | null>(null);
	const [asking, setAsking] = useState<"reset" | "end" | null>(null);
	const { id, name } = person;
	const action = (text: string, press: () => void) => (
		<button type="button" onClick={press} className={buttonStyle("quiet", "", "tight")}>
			{text}
			<span className="sr-only"> {name}</span>
		</button>
	);
	return (
		<span className="-mx-3 flex flex-wrap md:justify-end">
			{action(t("person.edit"), onEdit)}
			{action(t("person.reset"), () => setAsking("reset"))}
			{action(t("person.end"), () => setAsking("end"))}
			{asking ? (
				<ConfirmDialog
					title={t(`person.${asking}Title`, { name })}
					text={t(`person.${asking}Text`)}
					submit={t(`person.${asking}`)}
					error={asking === "reset" ? reset.error : end.error}
					isPending={reset.isPending || end.isPending}
					onConfirm={() => {
						const onSuccess = () => setAsking(null);
						if (asking === "end") return end.mutate(id, { onSuccess });
						reset.mutate(id, {
							onSuccess: (password) => {
								setSecret(password);
								onSuccess();
							},
						});
					}}
					onClose={() => setAsking(null)}
				/>
			) : null}
			{secret === null ? null : (
				<ShownOnce
					title={t("person.passwordTitle")}
					text={t("person.madeText", { name })}
					secret={secret}
					onClose={() => setSecret(null)}
				/>
			)}
		</span>
	);
}
