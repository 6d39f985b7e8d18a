import i18next from "i18next";
import { kindText } from "~/ops/lib/queue-texts";
import { textOrFallback } from "~/ops/lib/text-or-fallback";

const NAMESPACE = "opsRecords";
/** A machine's call or a command: "GET /jobs 17 (sweep)", "model export". */
const CALL = /^(?:GET \/([a-z-]+)\S*|(model export))(?: (.+))?$/;
/** An operator's action, with its subject and the reason: "job_retried 17 (sweep): The provider was down". */
const ACTION = /^([a-z_]+)(?: ((?:\d+: )?[^:]*))?(?:: (.*))?$/s;

/** The text of a key made of a code, or the code if it has no text. */
const codeText = (group: string, code: string): string =>
	textOrFallback(NAMESPACE, `${group}.${code.replace(/\W+/g, "_")}`, code);

/** The month in words: "November 2026". */
const monthText = (month: string): string =>
	new Intl.DateTimeFormat(i18next.language, { year: "numeric", month: "long", timeZone: "UTC" }).format(
		new Date(`${month}-01`),
	);

/** What an operator's action was about: a month, the fields of a search, a job, a bulk action, a finding, or all tenants. */
function subjectText(subject: string): string {
	if (/^\d{4}-\d{2}$/.test(subject)) return monthText(subject);
	const [, fields] = /^by (.+)$/.exec(subject) ?? [];
	if (fields) {
		return fields
			.split(", ")
			.map((field) => codeText("subject", field))
			.join(", ");
	}
	const [, id, kind, action] = /^(?:finding )?(\d+)(?: \((\w+)\)|: (\w+))?$/.exec(subject) ?? [];
	if (!id) return codeText("subject", subject);
	if (kind) return `${id} (${kindText(kind)})`;
	return action ? `${id} (${codeText("subject", action)})` : id;
}

/** The reason of a log entry in words. Operators' actions and machines' calls are codes, people write the other reasons. */
export function reasonText(reason: string): string {
	const [, path, command, about] = CALL.exec(reason) ?? [];
	const code = path ?? command;
	if (code) {
		const call = codeText("call", code);
		return call === code ? reason : [call, about && subjectText(about)].filter(Boolean).join(" · ");
	}
	const [, action = "", subject, why] = ACTION.exec(reason) ?? [];
	const did = codeText("did", action);
	return did === action ? reason : [did, subject && subjectText(subject), why].filter(Boolean).join(" · ");
}
