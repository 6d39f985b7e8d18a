import { HttpResponse } from "msw";
import type { Problem } from "~/lib/api/problem";

export const API = "*/api/v1";

/** An error as the API answers it. */
export function problem(status: number, code: string, detail: string, errors?: Problem["errors"]) {
	const body = { type: "about:blank", title: detail, status, code, detail, errors } satisfies Problem;
	return HttpResponse.json(body, { status, headers: { "Content-Type": "application/problem+json" } });
}
