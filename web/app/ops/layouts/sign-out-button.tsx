import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { logOutOperator } from "~/ops/session/operator-session";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";

/** Signs out. Only the server can end the session, so a failure is shown. */
export function SignOutButton({ variant = "form" }: { variant?: "form" | "bar" }) {
	const { t } = useTranslation();
	const leave = useMutation({ mutationFn: logOutOperator });
	const failed = leave.error ? <Notice tone="danger">{problemText(leave.error)}</Notice> : null;
	if (variant === "form") {
		return (
			<>
				{failed}
				<Button tone="quiet" isPending={leave.isPending} onPress={() => leave.mutate()}>
					{t("menu.logOut")}
				</Button>
			</>
		);
	}
	return (
		<>
			<button
				type="button"
				aria-busy={leave.isPending || undefined}
				onClick={() => leave.mutate()}
				className="min-h-11 rounded-control px-2 font-semibold whitespace-nowrap text-white/80 hover:bg-white/10"
			>
				{t("menu.logOut")}
			</button>
			{failed ? <div className="fixed inset-x-4 bottom-4 z-40 mx-auto max-w-[480px]">{failed}</div> : null}
		</>
	);
}
