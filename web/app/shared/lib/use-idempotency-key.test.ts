import { expect, it } from "vitest";
import { keyedBody } from "./use-idempotency-key";

it("request_key_changes_only_with_the_body", () => {
	const first = keyedBody({ name: "김하늘", institutionId: 1 }, null);
	expect(first.key).toMatch(/^[0-9a-f]{32}$/);
	expect(keyedBody({ name: "김하늘", institutionId: 1 }, first).key).toBe(first.key);
	expect(keyedBody({ name: "김하눌", institutionId: 1 }, first).key).not.toBe(first.key);
	expect(keyedBody({ name: "김하늘", institutionId: 1 }, null).key).not.toBe(first.key);
});
