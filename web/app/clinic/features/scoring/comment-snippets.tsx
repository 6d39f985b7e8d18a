import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Text } from "react-aria-components/Text";
import { useTranslation } from "react-i18next";
import { NextIcon } from "~/shared/ui/icons";
import { MAX_LENGTH } from "./scoring-values";
import { SnippetsDialog } from "./snippets-dialog";
import { useSnippets } from "./snippets-query";

const MANAGE = "manage";

const ITEM =
	"cursor-pointer rounded-control px-3 py-2 text-[14px] outline-none focus:bg-mint-50 pressed:bg-mint-100";

interface Props {
	comment: string;
	onComment: (comment: string) => void;
}

/** Appends a text to a comment, on a new line. */
export function withSnippet(comment: string, body: string): string {
	const before = comment.trimEnd();
	return (before ? `${before}\n${body}` : body).slice(0, MAX_LENGTH);
}

/** Menu of comment snippets, with an entry to edit them. */
export function CommentSnippets({ comment, onComment }: Props) {
	const { t } = useTranslation("clinic");
	const [isManaging, setManaging] = useState(false);
	const snippets = useSnippets().data?.snippets ?? [];
	return (
		<>
			<MenuTrigger>
				<Button className="-mt-2 -ml-2 inline-flex min-h-11 items-center gap-1.5 self-start rounded-control px-2 text-[14px] font-bold text-green-700 hover:bg-mint-50">
					{t("snippets.open")}
					<NextIcon className="size-3 rotate-90" />
				</Button>
				<Popover
					placement="bottom start"
					className="max-h-[50dvh] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-[16px] border border-line bg-white p-1.5 shadow-float"
				>
					<Menu
						aria-label={t("snippets.open")}
						className="outline-none"
						onAction={(key) => {
							if (key === MANAGE) return setManaging(true);
							const chosen = snippets.find(({ id }) => id === key);
							if (chosen) onComment(withSnippet(comment, chosen.body));
						}}
					>
						{snippets.map(({ id, title, body }) => (
							<MenuItem key={id} id={id} textValue={title} className={ITEM}>
								<Text slot="label" className="block font-semibold">
									{title}
								</Text>
								<Text slot="description" className="line-clamp-2 text-meta text-ink-600">
									{body}
								</Text>
							</MenuItem>
						))}
						<MenuItem
							id={MANAGE}
							textValue={t("snippets.manage")}
							className={`${ITEM} flex min-h-11 items-center font-bold text-green-700`}
						>
							{t(snippets.length === 0 ? "snippets.first" : "snippets.manage")}
						</MenuItem>
					</Menu>
				</Popover>
			</MenuTrigger>
			{isManaging ? <SnippetsDialog onClose={() => setManaging(false)} /> : null}
		</>
	);
}
