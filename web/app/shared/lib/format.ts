/** YYYY-MM-DD of a UTC time, by the visitor's own clock. */
export function localDate(iso: string | null | undefined): string {
	if (!iso) return "";
	const date = new Date(iso);
	if (Number.isNaN(date.getTime())) return "";
	const two = (part: number) => String(part).padStart(2, "0");
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** YYYY-MM-DD HH:MM of a UTC time, by the visitor's own clock. */
export function localTime(iso: string): string {
	const date = new Date(iso);
	if (Number.isNaN(date.getTime())) return "";
	const two = (part: number) => String(part).padStart(2, "0");
	return `${localDate(iso)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A Korean telephone number as people write it: 02-1234-5678, 010-1234-5678, 1588-1234. Others stay as they are. */
export function phoneNumber(digits: string): string {
	return digits.replace(/^(02|\d{3})?(\d{3,4})(\d{4})$/, (_, area, exchange, line) =>
		[area, exchange, line].filter(Boolean).join("-"),
	);
}

/** A mobile number that its owner knows again and nobody else learns: 010-****-5678. */
export function maskedPhone(digits: string): string {
	return phoneNumber(digits).replace(/-\d{3,4}-/, (middle) => middle.replace(/\d/g, "*"));
}

/** An e-mail address that its owner knows again: h***@example.com. */
export function maskedEmail(address: string): string {
	return address.replace(/^(.)[^@]*/u, "$1***");
}

/** An id in an address, or null where it is none. */
export function idOf(text: string | undefined): number | null {
	const id = Number(text);
	return Number.isSafeInteger(id) && id > 0 ? id : null;
}
