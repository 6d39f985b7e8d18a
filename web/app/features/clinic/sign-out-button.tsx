import { useState } from "react";
import { useTranslation } from "react-i18next";
import { staffLogOut } from "~/lib/staff-session";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { problemText } from "./problem-text";

/** Signs out; only the server can, so a failure is shown. */
export function SignOutButton({ look = "form" }: { look?: "form" | "bar" }) {
	const { t } = useTranslation("clinic");
	const [error, setError] = useState<unknown>(null);
	const [isPending, setPending] = useState(false);
	const leave = async () => {
		setPending(true);
		setError(null);
		await staffLogOut().catch(setError);
		setPending(false);
	};
	const text = t("menu.logOut", { ns: "common" });
	if (look === "form") {
		return (
			<>
				{error ? <Notice tone="danger">{problemText(t, error)}</Notice> : null}
				<Button tone="quiet" isPending={isPending} onPress={() => void leave()}>
					{text}
				</Button>
			</>
		);
	}
	return (
		<>
			<button
				type="button"
				aria-busy={isPending || undefined}
				onClick={() => void leave()}
				className="min-h-11 rounded-control px-2 font-semibold whitespace-nowrap text-white/80 hover:bg-white/10"
			>
				{text}
			</button>
			{error ? (
				<p
					role="alert"
					className="fixed inset-x-4 bottom-4 z-40 rounded-[14px] bg-danger px-4 py-3 text-white"
				>
					{problemText(t, error)}
				</p>
			) : null}
		</>
	);
}
