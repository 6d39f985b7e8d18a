import createQueries from "openapi-react-query";
import { api } from "./client";

/** Query options and hooks, typed by the server's OpenAPI document. */
export const $api = createQueries(api);
