import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "~/shared/api/problem-text";
import type { CommentSnippet } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import type { SnippetTexts } from "./snippets-query";

const MAX_TITLE_LENGTH = 40;
const MAX_BODY_LENGTH = 1_000;

const FIELD =
	"mt-1.5 w-full rounded-control border border-field bg-white p-3 text-[15px] outline-none focus:border-green-700 focus:ring-3 focus:ring-green-700/15 aria-invalid:border-danger";

interface Props {
	/** The text to change; none adds one. */
	snippet: CommentSnippet | null;
	/** Whether one may add texts for the whole clinic. */
	mayShare: boolean;
	error: unknown;
	isPending: boolean;
	onSave: (snippet: SnippetTexts & { scope: "clinic" | "own" }) => void;
	onCancel: () => void;
}

/** The title and the text of one snippet. */
export function SnippetForm({ snippet, mayShare, error, isPending, onSave, onCancel }: Props) {
	const { t } = useTranslation("clinic");
	const id = useId();
	const [missing, setMissing] = useState<"title" | "body" | null>(null);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const [title, body] = ["title", "body"].map((name) => String(form.get(name) ?? "").trim());
		const lacks = !title ? "title" : !body ? "body" : null;
		setMissing(lacks);
		if (lacks) return (event.currentTarget.elements.namedItem(lacks) as HTMLElement).focus();
		if (!isPending && title && body) onSave({ title, body, scope: form.has("shared") ? "clinic" : "own" });
	};
	const described = (name: "title" | "body") =>
		missing === name ? { "aria-invalid": true, "aria-describedby": `${id}-${name}-error` } : {};
	const lack = (name: "title" | "body") =>
		missing === name ? (
			<p id={`${id}-${name}-error`} role="alert" className="text-meta text-danger">
				{t(`snippets.missing.${name}`)}
			</p>
		) : null;
	return (
		<form method="post" noValidate onSubmit={submit} className="mt-3 flex flex-col gap-3">
			<div>
				<label htmlFor={`${id}-title`} className="text-meta font-semibold text-ink-600">
					{t("snippets.name")}
				</label>
				<input
					id={`${id}-title`}
					name="title"
					maxLength={MAX_TITLE_LENGTH}
					defaultValue={snippet?.title}
					className={FIELD}
					{...described("title")}
				/>
				{lack("title")}
			</div>
			<div>
				<label htmlFor={`${id}-body`} className="text-meta font-semibold text-ink-600">
					{t("snippets.body")}
				</label>
				<textarea
					id={`${id}-body`}
					name="body"
					rows={5}
					maxLength={MAX_BODY_LENGTH}
					defaultValue={snippet?.body}
					className={FIELD}
					{...described("body")}
				/>
				{lack("body")}
			</div>
			{mayShare && snippet === null ? (
				<label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-[14px]">
					<input type="checkbox" name="shared" className="size-4.5 accent-green-700" />
					{t("snippets.share")}
				</label>
			) : null}
			{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
			<div className="grid grid-cols-2 gap-2">
				<Button tone="secondary" onPress={onCancel}>
					{t("snippets.cancel")}
				</Button>
				<Button type="submit" isPending={isPending}>
					{t("snippets.save")}
				</Button>
			</div>
		</form>
	);
}
