import { useState } from "react";
import { useTranslation } from "react-i18next";
import { logOutHotelUser } from "~/hotel/session/hotel-session";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";

/** Signs out. Only the server can end the session, so a failure is shown. */
export function SignOutButton({ variant = "bar" }: { variant?: "bar" | "form" }) {
	const { t } = useTranslation();
	const [error, setError] = useState<unknown>(null);
	const [isPending, setPending] = useState(false);
	const leave = async () => {
		setPending(true);
		setError(null);
		await logOutHotelUser().catch(setError);
		setPending(false);
	};
	const text = t("menu.logOut");
	return (
		<>
			{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
			{variant === "form" ? (
				<Button tone="secondary" isPending={isPending} onPress={() => void leave()}>
					{text}
				</Button>
			) : (
				<button
					type="button"
					aria-busy={isPending || undefined}
					onClick={() => void leave()}
					className="mt-0.5 min-h-11 w-full rounded-control px-3 text-left text-[14px] font-semibold text-white/75 hover:bg-white/8 hover:text-white"
				>
					{text}
				</button>
			)}
		</>
	);
}
