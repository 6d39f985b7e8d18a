import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useStaffSession } from "~/clinic/session/staff-session";
import { problemText } from "~/shared/api/problem-text";
import type { CommentSnippet } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { SnippetForm } from "./snippet-form";
import { useSnippetChanges, useSnippets } from "./snippets-query";

const ACTION = "min-h-11 rounded-control px-2.5 text-[14px] font-semibold hover:bg-mint-50";

/** Adds, changes and deletes comment snippets of the clinic and of the user. */
export function SnippetsDialog({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation("clinic");
	const [edited, setEdited] = useState<CommentSnippet | "new" | null>(null);
	const { data, error } = useSnippets();
	const { add, change, remove } = useSnippetChanges();
	const mayManage = useStaffSession().staff?.permissions.includes("manage_comment_snippets") ?? false;
	const done = { onSuccess: () => setEdited(null) };
	const failed = error ?? remove.error;
	return (
		<Dialog title={t("snippets.title")} onClose={onClose}>
			{failed ? (
				<div className="mt-3">
					<Notice tone="danger">{problemText(failed)}</Notice>
				</div>
			) : null}
			{edited ? (
				<SnippetForm
					key={edited === "new" ? "new" : edited.id}
					snippet={edited === "new" ? null : edited}
					mayShare={mayManage}
					onCancel={() => setEdited(null)}
					onSave={({ scope, ...texts }) =>
						edited === "new"
							? add.mutateAsync({ scope, ...texts }, done)
							: change.mutateAsync({ id: edited.id, ...texts }, done)
					}
				/>
			) : (
				<>
					<p className="mt-1 text-meta text-ink-600">{t("snippets.text")}</p>
					<ul className="mt-3 max-h-[50dvh] divide-y divide-line overflow-y-auto">
						{data?.snippets.map((snippet) => (
							<Row
								key={snippet.id}
								snippet={snippet}
								mayChange={snippet.scope === "own" || mayManage}
								onEdit={() => setEdited(snippet)}
								onDelete={() => remove.mutate(snippet.id)}
							/>
						))}
					</ul>
					{data?.snippets.length === 0 ? (
						<p className="py-6 text-center text-ink-600">{t("snippets.none")}</p>
					) : null}
					<Button className="mt-4 w-full" onPress={() => setEdited("new")}>
						{t("snippets.add")}
					</Button>
				</>
			)}
		</Dialog>
	);
}

interface RowProps {
	snippet: CommentSnippet;
	mayChange: boolean;
	onEdit: () => void;
	onDelete: () => void;
}

function Row({ snippet, mayChange, onEdit, onDelete }: RowProps) {
	const { t } = useTranslation("clinic");
	const { title, body, scope } = snippet;
	return (
		<li className="flex items-start gap-2 py-2.5">
			<div className="min-w-0 flex-1">
				<p className="font-semibold">
					{title}{" "}
					<span className="text-[12px] font-normal text-ink-600">
						{t(scope === "clinic" ? "snippets.clinic" : "snippets.own")}
					</span>
				</p>
				<p className="line-clamp-3 text-meta whitespace-pre-line text-ink-600">{body}</p>
			</div>
			{mayChange ? (
				<>
					<button
						type="button"
						aria-label={t("snippets.editOne", { title })}
						onClick={onEdit}
						className={`${ACTION} text-green-700`}
					>
						{t("snippets.edit")}
					</button>
					<button
						type="button"
						aria-label={t("snippets.deleteOne", { title })}
						onClick={onDelete}
						className={`${ACTION} text-danger`}
					>
						{t("snippets.delete")}
					</button>
				</>
			) : null}
		</li>
	);
}
