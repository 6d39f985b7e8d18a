import { expect, it } from "vitest";
import type { HotelPaths } from "~/hotel/hotel-paths";
import type { paths } from "~/shared/api/schema";

// The document spells states and roles as text; the hotels' application names each. This file does not compile where the
// application reads or sends something else than the document says.

type Json<Content> = Content extends { content: { "application/json": infer Body } } ? Body : never;
type Answer<Call> = Call extends { responses: infer Responses }
	? { [Status in keyof Responses & (200 | 201)]: Json<Responses[Status]> }[keyof Responses & (200 | 201)]
	: never;
type Request<Call> = Call extends { requestBody: infer Body } ? Json<Body> : never;

/** Every text is any text. */
type Loose<Value> = Value extends string
	? string
	: Value extends readonly (infer Item)[]
		? Loose<Item>[]
		: Value extends object
			? { [Key in keyof Value]: Loose<Value[Key]> }
			: Value;
type Fits<One, Other> = [Loose<One>] extends [Loose<Other>] ? true : false;

type Calls<Of> = {
	[Path in keyof HotelPaths & keyof paths]: Of extends "answer"
		? Mismatch<Path, "answer">
		: Mismatch<Path, "request">;
}[keyof HotelPaths & keyof paths];
type Mismatch<Path extends keyof HotelPaths & keyof paths, Of> = {
	[Method in keyof HotelPaths[Path] & keyof paths[Path] & string]: (
		Of extends "answer"
			? Fits<Answer<paths[Path][Method]>, Answer<HotelPaths[Path][Method]>>
			: Fits<Request<HotelPaths[Path][Method]>, Request<paths[Path][Method]>>
	) extends true
		? never
		: `${Method} ${Path}`;
}[keyof HotelPaths[Path] & keyof paths[Path] & string];
type Agreement<Differences> = [Differences] extends [never] ? "agrees" : Differences;

const PATHS: Agreement<Exclude<keyof HotelPaths, keyof paths>> = "agrees";
const ANSWERS: Agreement<Calls<"answer">> = "agrees";
const REQUESTS: Agreement<Calls<"request">> = "agrees";

it("hotel_calls_match_the_document", () => {
	expect([PATHS, ANSWERS, REQUESTS]).toEqual(["agrees", "agrees", "agrees"]);
});
