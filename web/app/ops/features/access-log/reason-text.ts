import { codeText, subjectText } from "~/ops/lib/subject-text";

/** A machine's call or a command: "GET /jobs 17 (sweep)", "model export". */
const CALL = /^(?:GET \/([a-z-]+)\S*|(model export))(?: (.+))?$/;
/** An operator's action, with its subject and the reason: "job_retried 17 (sweep): The provider was down". */
const ACTION = /^([a-z_]+)(?: ((?:\d+: )?[^:]*))?(?:: (.*))?$/s;

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
