import { useRef } from "react";
import { randomKey } from "./random-key";

/** Returns the idempotency key of a request: the same key for the same body, another one for another body. */
export function useIdempotencyKey(): (body: unknown) => string {
	const last = useRef({ body: "", key: "" });
	return (body) => {
		const sent = JSON.stringify(body);
		if (last.current.key === "" || last.current.body !== sent)
			last.current = { body: sent, key: randomKey() };
		return last.current.key;
	};
}
