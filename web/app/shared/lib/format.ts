import { koreanDay } from "./korea";

/** YYYY-MM-DD of a UTC timestamp, by Korea's clock wherever the reader is; "" without a valid one. */
export function koreanDate(iso: string | null | undefined): string {
	const date = new Date(iso ?? "");
	return Number.isNaN(date.getTime()) ? "" : koreanDay(date);
}

/** Formats a Korean telephone number: 02-1234-5678, 010-1234-5678, 1588-1234. Other numbers are returned unchanged. */
export function formatPhone(digits: string): string {
	return digits.replace(/^(02|\d{3})?(\d{3,4})(\d{4})$/, (_, area, exchange, line) =>
		[area, exchange, line].filter(Boolean).join("-"),
	);
}

/** A masked mobile number, which only its owner recognizes: 010-****-5678. */
export function maskPhone(digits: string): string {
	return formatPhone(digits).replace(/-\d{3,4}-/, (middle) => middle.replace(/\d/g, "*"));
}

/** A masked e-mail address, which only its owner recognizes: h***@example.com. */
export function maskEmail(address: string): string {
	return address.replace(/^(.)[^@]*/u, "$1***");
}

/** Parses an id from a URL; null if it is invalid. */
export function parseId(text: string | undefined): number | null {
	const id = Number(text);
	return Number.isSafeInteger(id) && id > 0 ? id : null;
}
