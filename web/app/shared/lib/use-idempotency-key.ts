import { useRef } from "react";
import { randomKey } from "./random-key";

/** A request's body as JSON, and its idempotency key. */
export interface KeyedBody {
	body: string;
	key: string;
}

/** The key of a request: the last one for the same body, a new one for another body. */
export function keyedBody(body: unknown, last: KeyedBody | null): KeyedBody {
	const sent = JSON.stringify(body);
	return last?.body === sent ? last : { body: sent, key: randomKey() };
}

/** Returns the idempotency key of a request: the same key for the same body, another one for another body. */
export function useIdempotencyKey(): (body: unknown) => string {
	const last = useRef<KeyedBody | null>(null);
	return (body) => {
		last.current = keyedBody(body, last.current);
		return last.current.key;
	};
}
