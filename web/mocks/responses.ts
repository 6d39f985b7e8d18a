import { HttpResponse } from "msw";
import type { components } from "~/shared/api/schema";
import { randomKey } from "~/shared/lib/random-key";

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

export const STORAGE = "https://storage.hyeobom.example";

/** A signed form for one upload to object storage. */
export function uploadForm(extension: "jpg" | "pdf"): HttpResponse<Schemas["UploadResponse"]> {
	const key = `mock/${randomKey()}.${extension}`;
	const form = { key, method: "POST", url: STORAGE, fields: { key }, expiresAt: "" };
	return HttpResponse.json(form, { status: 201 });
}

/** A response without a body. */
export const empty = (status = 204): HttpResponse<null> => new HttpResponse(null, { status });
