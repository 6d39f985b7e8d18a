/** A random key for one attempt. `crypto.randomUUID` is missing on pages without a secure context. */
export function randomKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const HASH_DIGITS = 8;

/** The idempotency key of one request: the same for the same body, another one for a corrected body. */
export function keyForBody(attemptKey: string, body: unknown): string {
	let hash = FNV_OFFSET;
	for (const unit of JSON.stringify(body)) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), FNV_PRIME);
	const digits = (hash >>> 0).toString(16).padStart(HASH_DIGITS, "0");
	return attemptKey.slice(0, -HASH_DIGITS) + digits;
}
