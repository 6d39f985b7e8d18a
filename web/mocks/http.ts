import { createOpenApiHttp } from "openapi-msw";
import type { paths } from "~/shared/api/schema";

/** Handlers typed by the server's OpenAPI document. */
export const http = createOpenApiHttp<paths>({ baseUrl: "*/api/v1" });
