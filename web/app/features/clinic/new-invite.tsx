import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Invite } from "~/lib/api/types";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { MAX_DAYS, MAX_USES, useInvite } from "./invites-query";
import { problemText } from "./problem-text";

const NUMBER = "number h-12 w-full rounded-control border border-field bg-white px-3.5 text-[15px]";

const within = (text: string, most: number) => {
	const number = Number(text);
	return Number.isInteger(number) && number >= 1 && number <= most;
};

/** For how long and for how many: then the invitation is there. */
export function NewInvite({ onMade }: { onMade: (invite: Invite) => void }) {
	const { t } = useTranslation("clinic");
	const [days, setDays] = useState("7");
	const [uses, setUses] = useState("1");
	const [wrong, setWrong] = useState(false);
	const invite = useInvite();
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const right = within(days, MAX_DAYS) && within(uses, MAX_USES);
		setWrong(!right);
		if (!right || invite.isPending) return;
		invite.mutate({ days: Number(days), maxUses: Number(uses) }, { onSuccess: onMade });
	};
	return (
		<form noValidate onSubmit={submit} className="card flex flex-col gap-3">
			<h2 className="text-header">{t("invite.new")}</h2>
			<div className="grid grid-cols-2 gap-3">
				<label>
					<span className="mb-1 block text-meta font-semibold text-ink-600">{t("invite.days")}</span>
					<input
						inputMode="numeric"
						value={days}
						onChange={(event) => setDays(event.target.value)}
						className={NUMBER}
					/>
				</label>
				<label>
					<span className="mb-1 block text-meta font-semibold text-ink-600">{t("invite.people")}</span>
					<input
						inputMode="numeric"
						value={uses}
						onChange={(event) => setUses(event.target.value)}
						className={NUMBER}
					/>
				</label>
			</div>
			{wrong ? (
				<p role="alert" className="text-meta text-danger">
					{t("invite.wrong", { days: MAX_DAYS, uses: MAX_USES })}
				</p>
			) : null}
			{invite.error ? <Notice tone="danger">{problemText(t, invite.error)}</Notice> : null}
			<Button type="submit" isPending={invite.isPending}>
				{t("invite.make")}
			</Button>
		</form>
	);
}
