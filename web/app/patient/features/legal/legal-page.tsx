import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { BlockView, useNames } from "./blocks";
import { Contents } from "./contents";
import { inEffect } from "./editions";
import { type Edition, editionOf, type LegalText } from "./text";
import { useText } from "./use-text";
import { useToday } from "./use-today";

const VERSION = "version";

/** A document that requires consent. Shows since when it is in effect, and lists earlier editions (newest first). */
export function LegalPage({ editions }: { editions: readonly [Edition, ...Edition[]] }) {
	const [query] = useSearchParams();
	const today = useToday();
	const edition = editionOf(editions, query.get(VERSION), today);
	const text = useText(edition);
	return (
		<LegalArticle
			text={text}
			header={<InEffect edition={edition} current={inEffect(editions, today)} />}
			footer={<Versions editions={editions} shown={edition} current={inEffect(editions, today)} />}
		/>
	);
}

interface Props {
	/** `undefined` while it loads, null if loading failed. */
	text: LegalText | null | undefined;
	header?: ReactNode;
	footer?: ReactNode;
}

/** A long text with a summary, a table of contents, and sections with anchors. */
export function LegalArticle({ text, header, footer }: Props) {
	if (!text) return <LoadingState failed={text === null} />;
	return (
		<div className="pt-5 sm:pt-10 lg:grid lg:grid-cols-[minmax(0,680px)_220px] lg:justify-center lg:gap-14">
			<article className="prose-legal mx-auto w-full max-w-[680px]">
				<h1 className="text-title">{text.title}</h1>
				{header}
				<Summary lines={text.summary} />
				<Contents sections={text.sections} isFolded />
				<Sections text={text} />
				{footer}
			</article>
			<aside className="hidden lg:block print:hidden">
				<div className="sticky top-24">
					<Contents sections={text.sections} />
				</div>
			</aside>
		</div>
	);
}

function InEffect({ edition, current }: { edition: Edition; current: Edition }) {
	const { t } = useTranslation("legal");
	return (
		<>
			<p className="number">{t("effective", { date: edition.effective })}</p>
			{edition === current ? null : (
				<div className="mt-3">
					<Notice
						tone="info"
						action={
							<Link to={{ search: "" }} className="font-bold underline">
								{t("newest", { date: current.effective })}
							</Link>
						}
					>
						{t(edition.effective > current.effective ? "coming" : "old")}
					</Notice>
				</div>
			)}
		</>
	);
}

function Summary({ lines }: { lines: readonly string[] }) {
	const { t } = useTranslation("legal");
	const fill = useNames();
	return (
		<section className="mt-5 rounded-card bg-mint-100 p-5" aria-labelledby="summary">
			<h2 id="summary" className="mt-0! text-green-800">
				{t("summary")}
			</h2>
			<ul className="text-ink-900!">
				{lines.map((line) => (
					<li key={line}>{fill(line)}</li>
				))}
			</ul>
		</section>
	);
}

function Sections({ text }: { text: LegalText }) {
	return text.sections.map(({ id, title, body }) => (
		<section key={id} aria-labelledby={id}>
			<h2 id={id} tabIndex={-1}>
				{title}
			</h2>
			{body.map((block) => (
				<BlockView key={JSON.stringify(block)} block={block} />
			))}
		</section>
	));
}

interface VersionsProps {
	editions: readonly Edition[];
	shown: Edition;
	current: Edition;
}

function Versions({ editions, shown, current }: VersionsProps) {
	const { t } = useTranslation("legal");
	return (
		<section aria-labelledby="versions">
			<h2 id="versions">{t("versions")}</h2>
			<ul className="number">
				{editions.map((edition) => {
					const name = t(versionName(edition, current), { date: edition.effective });
					return (
						<li key={edition.effective}>
							{edition === shown ? (
								<span aria-current="true">{name}</span>
							) : (
								<Link
									to={{ search: edition === current ? "" : `?${VERSION}=${edition.effective}` }}
									className="text-green-700 underline"
								>
									{name}
								</Link>
							)}
						</li>
					);
				})}
			</ul>
		</section>
	);
}

function versionName({ effective }: Edition, current: Edition) {
	if (effective === current.effective) return "versionNow";
	return effective > current.effective ? "versionComing" : "versionOld";
}

function LoadingState({ failed }: { failed: boolean }) {
	const { t } = useTranslation();
	return (
		<div className="mx-auto flex max-w-[680px] flex-col gap-4 pt-10" aria-busy={!failed}>
			<h1 className="sr-only">{t(failed ? "error.title" : "state.loading")}</h1>
			{failed ? (
				<Notice tone="danger">{t("error.unreachable")}</Notice>
			) : (
				<>
					<Skeleton className="h-9 w-1/2" />
					<Skeleton className="h-40 rounded-card" />
					<Skeleton className="h-72 rounded-card" />
				</>
			)}
		</div>
	);
}
