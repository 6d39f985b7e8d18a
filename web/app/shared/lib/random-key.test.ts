import { expect, it } from "vitest";
import { keyForBody, randomKey } from "./random-key";

// A new attempt also gets another key.
it("request_key_changes_only_with_the_body", () => {
	const attempt = randomKey();
	const key = keyForBody(attempt, { name: "김하늘", institutionId: 1 });
	expect(key).toMatch(/^[0-9a-f]{32}$/);
	expect(keyForBody(attempt, { name: "김하늘", institutionId: 1 })).toBe(key);
	expect(keyForBody(attempt, { name: "김하눌", institutionId: 1 })).not.toBe(key);
	expect(keyForBody(randomKey(), { name: "김하늘", institutionId: 1 })).not.toBe(key);
});
