import type { Language } from "~/i18n/language";
import { type EditionDates, inEffect } from "./editions";

/** A table that becomes a list of cards on a narrow screen; the first cell names its row. */
export interface Table {
	caption: string;
	head: readonly string[];
	rows: readonly (readonly string[])[];
}

/** The screens that a text may link to. */
type Target = "/account" | "/account/consents" | "/account/leave" | "/about-ai" | "/privacy" | "/self-check";

/** A paragraph, a list, numbered steps, a table, links to screens, or the company's details. */
export type Block =
	| string
	| { points: readonly string[] }
	| { steps: readonly string[] }
	| Table
	| { links: readonly (readonly [label: string, to: Target])[] }
	| "company";

export interface Section {
	/** The anchor, the same in every language. */
	id: string;
	title: string;
	body: readonly Block[];
}

/** One document in one language. `{{service}}` and `{{company}}` are replaced by the tenant's names. */
export interface LegalText {
	title: string;
	/** The summary, for those who read no further. */
	summary: readonly string[];
	sections: readonly Section[];
}

/** A text, or a function that loads it. */
export type Source<Text> = Text | (() => Promise<{ default: Text }>);

/** A text in every language. */
export type Translated<Text> = Record<Language, Source<Text>>;

/** A document with the dates of its edition. */
export type Edition = EditionDates & Translated<LegalText>;

/** The edition with the requested date, otherwise the one in effect. */
export function editionOf(
	editions: readonly [Edition, ...Edition[]],
	date: string | null,
	today: string,
): Edition {
	return editions.find((edition) => edition.effective === date) ?? inEffect(editions, today);
}

/** A text that replaces the bodies of some sections of an earlier edition, by their anchors. */
export function amendText(before: LegalText, bodies: Record<string, readonly Block[]>): LegalText {
	const sections = before.sections.map((section) => ({
		...section,
		body: bodies[section.id] ?? section.body,
	}));
	return { ...before, sections };
}

/** Inserts the tenant's names into a text. */
export function insertNames(text: string, names: { service: string; company: string }): string {
	return text.replaceAll("{{service}}", names.service).replaceAll("{{company}}", names.company);
}
