import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/shared/ui/button";
import { ConfirmDialog } from "./confirm-dialog";
import { ShownOnce } from "./shown-once";

/** A mutation of one account. */
interface Call<Result> {
	mutate: (id: number, options: { onSuccess: (result: Result) => void }) => void;
	isPending: boolean;
	error: unknown;
}

interface Account {
	id: number;
	name: string;
	active: boolean;
}

interface AccountCalls {
	/** Sets a new temporary password and returns it. */
	reset: Call<string>;
	/** Deactivates the account. */
	end: Call<unknown>;
	/** Activates a deactivated account and returns its temporary password. */
	reactivate: Call<string | null>;
}

type AccountAction = keyof AccountCalls;

interface Secret {
	title: string;
	name: string;
	password: string;
}

/** The step that replaces an account's form in its dialog: a confirmation, or a password shown once. */
export function useAccountSteps(account: Account | null, calls: AccountCalls, onClose: () => void) {
	const { t } = useTranslation("hotelAdmin");
	const [question, ask] = useState<AccountAction | null>(account && !account.active ? "reactivate" : null);
	const [secret, setSecret] = useState<Secret | null>(null);
	let step: ReactNode = null;
	if (secret) {
		const text = t("person.madeText", { name: secret.name });
		step = <ShownOnce title={secret.title} text={text} secret={secret.password} onClose={onClose} />;
	} else if (question && account) {
		const { name, id, active } = account;
		const call = calls[question];
		const onSuccess = (result: unknown) => {
			if (typeof result !== "string") return onClose();
			setSecret({ title: t("person.passwordTitle"), name, password: result });
		};
		step = (
			<ConfirmDialog
				title={t(`person.${question}Title`, { name })}
				text={t(`person.${question}Text`)}
				submit={t(`person.${question}`)}
				tone={question === "reactivate" ? "primary" : "danger"}
				error={call.error}
				isPending={call.isPending}
				onConfirm={() => call.mutate(id, { onSuccess })}
				onClose={() => (active ? ask(null) : onClose())}
			/>
		);
	}
	return {
		step,
		ask,
		/** Shows the password of a new account. */
		showSecret: (name: string, password: string) => setSecret({ title: t("person.made"), name, password }),
	};
}

/** Further actions on an account, below its form. */
export function AccountActions({ onAction }: { onAction: (question: AccountAction) => void }) {
	const { t } = useTranslation("hotelAdmin");
	return (
		<div className="mt-4 grid grid-cols-2 gap-2 border-t border-line pt-4">
			<Button tone="secondary" onPress={() => onAction("reset")}>
				{t("person.reset")}
			</Button>
			<Button tone="danger" onPress={() => onAction("end")}>
				{t("person.end")}
			</Button>
		</div>
	);
}
