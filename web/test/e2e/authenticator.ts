// An authenticator app (RFC 6238) for the journeys.
import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

/** The current 30-second time step. */
export const stepNow = (): number => Math.floor(Date.now() / STEP_MS);

/** The code of a time step, for a base32 secret. */
export function codeOf(secret: string, step: number): string {
	const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
	const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(step));
	const mac = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
	const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
	return String(number % 1_000_000).padStart(6, "0");
}
