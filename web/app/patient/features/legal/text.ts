import type { Language } from "~/i18n/language";
import { type EditionDates, inEffect } from "./editions";

/** A table that reads as rows of cards where there is no room for columns; the first cell names its row. */
export interface Table {
	caption: string;
	head: readonly string[];
	rows: readonly (readonly string[])[];
}

/** The screens that a text may lead to. */
type Target = "/account" | "/account/consents" | "/account/leave" | "/about-ai" | "/privacy" | "/self-check";

/** A paragraph, points, steps in their order, a table, ways to screens of the app, or the company's details. */
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

/** One document in one language. `{{service}}` and `{{company}}` in its words become the tenant's names. */
export interface LegalText {
	title: string;
	/** The short of it, for those who read no further. */
	summary: readonly string[];
	sections: readonly Section[];
}

/** A text at hand, or the way to fetch it. */
export type Source<Text> = Text | (() => Promise<{ default: Text }>);

/** A text in every language. */
export type Translated<Text> = Record<Language, Source<Text>>;

/** A document as it is in effect from a day on. */
export type Edition = EditionDates & Translated<LegalText>;

/** The edition that was asked for by its date, else the one in effect. */
export function editionOf(
	editions: readonly [Edition, ...Edition[]],
	date: string | null,
	today: string,
): Edition {
	return editions.find((edition) => edition.effective === date) ?? inEffect(editions, today);
}

/** A text that differs from an earlier edition in the bodies of some sections, named by their anchors. */
export function amended(before: LegalText, bodies: Record<string, readonly Block[]>): LegalText {
	const sections = before.sections.map((section) => ({
		...section,
		body: bodies[section.id] ?? section.body,
	}));
	return { ...before, sections };
}

/** Puts the tenant's names into a text. */
export function named(text: string, names: { service: string; company: string }): string {
	return text.replaceAll("{{service}}", names.service).replaceAll("{{company}}", names.company);
}
