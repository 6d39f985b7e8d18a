import type { Client } from "openapi-fetch";
import { api } from "~/lib/api/client";
import type { InsurancePaths } from "./types";

/** The same client, by the insurance calls' own types until the server's document lists them. */
export const claimsApi = api as unknown as Client<InsurancePaths>;

/** What a call answered, or the problem thrown as it came. */
export async function answered<Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
	const { data, error } = await call;
	if (data === undefined) throw error;
	return data;
}
