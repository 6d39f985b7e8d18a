import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "~/lib/api/client";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Sheet } from "~/ui/sheet";
import { problemText } from "./problem-text";

/** Leaving takes two confirmations: having read what happens, and the last question. */
export function LeaveForm({ onLeft }: { onLeft: () => void }) {
	const { t } = useTranslation("rights");
	const [read, setRead] = useState(false);
	const [asking, setAsking] = useState(false);
	const leave = useMutation({
		mutationFn: async () => {
			const { error, response } = await api.DELETE("/patients/me");
			if (!response.ok) throw error;
		},
		onSuccess: onLeft,
	});
	return (
		<>
			<label className="flex min-h-12 items-center gap-3">
				<input
					type="checkbox"
					checked={read}
					onChange={(event) => setRead(event.target.checked)}
					className="size-6 shrink-0 accent-green-700"
				/>
				{t("leave.read")}
			</label>
			<Button tone="danger" isDisabled={!read} onPress={() => setAsking(true)}>
				{t("leave.do")}
			</Button>
			{asking ? (
				<Sheet title={t("leave.sure")} onClose={() => setAsking(false)}>
					<p className="mt-2 text-ink-600">{t("leave.sureText")}</p>
					<div className="mt-5 flex flex-col gap-2.5">
						{leave.isError ? <Notice tone="danger">{problemText(t, leave.error)}</Notice> : null}
						<Button onPress={() => setAsking(false)}>{t("leave.stay")}</Button>
						<Button tone="danger" isPending={leave.isPending} onPress={() => leave.mutate()}>
							{t("leave.finally")}
						</Button>
					</div>
				</Sheet>
			) : null}
		</>
	);
}
