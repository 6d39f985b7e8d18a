import { useState } from "react";
import { useTranslation } from "react-i18next";
import { hasUnsavedWork } from "~/clinic/lib/leave-guard";
import { logOutStaff } from "~/clinic/session/staff-session";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";

/** Signs out, after a warning about unsaved work. Only the server can end the session, so a failure is shown. */
export function SignOutButton({ variant = "form" }: { variant?: "form" | "bar" }) {
	const { t } = useTranslation("clinic");
	const [error, setError] = useState<unknown>(null);
	const [isPending, setPending] = useState(false);
	const [isAsking, setAsking] = useState(false);
	const leave = async () => {
		setAsking(false);
		setPending(true);
		setError(null);
		await logOutStaff().catch(setError);
		setPending(false);
	};
	const press = () => (hasUnsavedWork() ? setAsking(true) : void leave());
	const text = t("menu.logOut", { ns: "common" });
	const question = isAsking ? (
		<Dialog title={t("leave.title")} onClose={() => setAsking(false)}>
			<p className="mt-2 text-ink-600">{t("leave.signOut")}</p>
			<div className="mt-5 grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={() => setAsking(false)}>
					{t("leave.stay")}
				</Button>
				<Button tone="danger" onPress={() => void leave()}>
					{text}
				</Button>
			</div>
		</Dialog>
	) : null;
	if (variant === "form") {
		return (
			<>
				{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
				<Button tone="quiet" isPending={isPending} onPress={press}>
					{text}
				</Button>
				{question}
			</>
		);
	}
	return (
		<>
			<button
				type="button"
				aria-busy={isPending || undefined}
				onClick={press}
				className="min-h-11 rounded-control px-2 font-semibold whitespace-nowrap text-white/80 hover:bg-white/10"
			>
				{text}
			</button>
			{question}
			{error ? (
				<p
					role="alert"
					className="fixed inset-x-4 bottom-4 z-40 rounded-[14px] bg-danger px-4 py-3 text-white"
				>
					{problemText(error)}
				</p>
			) : null}
		</>
	);
}
