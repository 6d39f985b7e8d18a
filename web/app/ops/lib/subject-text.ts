import i18next from "i18next";
import { kindText, QUEUES, queueText } from "~/ops/lib/queue-texts";
import { textOrFallback } from "~/ops/lib/text-or-fallback";

/** The text of a key made of a code, or the code if it has no text. */
export const codeText = (group: string, code: string): string =>
	textOrFallback("opsRecords", `${group}.${code.replace(/\W+/g, "_")}`, code);

/** The month in words: "November 2026". */
const monthText = (month: string): string =>
	new Intl.DateTimeFormat(i18next.language, { year: "numeric", month: "long", timeZone: "UTC" }).format(
		new Date(`${month}-01`),
	);

const isQueue = (subject: string): boolean => QUEUES.some((queue) => queue === subject);

/**
 * What an operator's action was about: a month, the fields of a search, a job, a bulk action, a finding, a queue, or all
 * tenants. A name is returned unchanged.
 */
export function subjectText(subject: string): string {
	if (/^\d{4}-\d{2}$/.test(subject)) return monthText(subject);
	const [, fields] = /^by (.+)$/.exec(subject) ?? [];
	if (fields) {
		return fields
			.split(", ")
			.map((field) => codeText("subject", field))
			.join(", ");
	}
	const [, id, kind, action] = /^(?:finding )?(\d+)(?: \((\w+)\)|: (\w+))?$/.exec(subject) ?? [];
	if (!id) return isQueue(subject) ? queueText(subject) : codeText("subject", subject);
	if (kind) return `${id} (${kindText(kind)})`;
	return action ? `${id} (${codeText("subject", action)})` : id;
}
