import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Sheet } from "~/ui/sheet";
import { problemText } from "../problem-text";
import { useResolve } from "./findings-query";

const MOST_LETTERS = 500;

/** Says that a person put something right, and how. */
export function ResolveSheet({ id, onClose }: { id: number; onClose: () => void }) {
	const { t } = useTranslation("payments");
	const { t: clinic } = useTranslation("clinic");
	const field = useId();
	const resolve = useResolve(id);
	const [isMissing, setMissing] = useState(false);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const note = String(new FormData(event.currentTarget).get("note") ?? "").trim();
		setMissing(note === "");
		if (note === "") return event.currentTarget.querySelector("textarea")?.focus();
		if (!resolve.isPending) resolve.mutate(note, { onSuccess: onClose });
	};
	return (
		<Sheet title={t("resolve.title")} onClose={onClose}>
			<form onSubmit={submit} className="mt-2 flex flex-col gap-3">
				<p className="text-ink-600">{t("resolve.text")}</p>
				<div>
					<label htmlFor={field} className="text-meta font-semibold text-ink-600">
						{t("resolve.note")}
					</label>
					<textarea
						id={field}
						name="note"
						rows={3}
						maxLength={MOST_LETTERS}
						aria-invalid={isMissing || undefined}
						aria-describedby={isMissing ? `${field}-error` : undefined}
						className="mt-1.5 w-full rounded-control border border-field bg-white p-3 text-[15px] outline-none focus:border-green-700 focus:ring-3 focus:ring-green-700/15 aria-invalid:border-danger"
					/>
					{isMissing ? (
						<p id={`${field}-error`} role="alert" className="text-meta text-danger">
							{t("resolve.missing")}
						</p>
					) : null}
				</div>
				{resolve.error ? <Notice tone="danger">{problemText(clinic, resolve.error)}</Notice> : null}
				<div className="grid grid-cols-2 gap-2">
					<Button tone="secondary" onPress={onClose}>
						{t("resolve.keep")}
					</Button>
					<Button type="submit" isPending={resolve.isPending}>
						{t("resolve.do")}
					</Button>
				</div>
			</form>
		</Sheet>
	);
}
