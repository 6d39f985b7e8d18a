import { HttpResponse } from "msw";
import type { components } from "~/shared/api/schema";

/** The schemas of the OpenAPI document. */
export type Schemas = components["schemas"];
type Problem = Schemas["Problem"];

/** An error as the API returns it. */
export function problem(
	status: number,
	code: string,
	detail: string,
	errors?: Problem["errors"],
): HttpResponse<Problem> {
	const body: Problem = { type: "about:blank", title: "", status, code, detail, errors };
	return HttpResponse.json(body, { status, headers: { "Content-Type": "application/problem+json" } });
}

export const unauthorized = () => problem(401, "unauthorized", "로그인이 필요해요.");
export const notFound = () => problem(404, "not_found", "찾을 수 없어요.");

/** A response without a body. */
export const empty = (status = 204): HttpResponse<null> => new HttpResponse(null, { status });
