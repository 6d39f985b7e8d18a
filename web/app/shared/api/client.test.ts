import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { setLanguage } from "~/i18n/i18n";
import { api } from "~/patient/api";
import { server } from "../../../mocks/node";
import { fetchWithin, timeoutOf } from "./client";

async function receivedRequest(): Promise<Request> {
	let request: Request | undefined;
	server.use(
		http.get("*/api/v1/patients/me", (call) => {
			request = call.request;
			return HttpResponse.json(
				{ status: 401, code: "no_session", title: "t", detail: "d", type: "x" },
				{ status: 401 },
			);
		}),
	);
	await api.GET("/patients/me");
	if (!request) throw new Error("no call was made");
	return request;
}

describe("every call", () => {
	it("call_sends_language_and_credentials", async () => {
		const request = await receivedRequest();
		expect(request.headers.get("Accept")).toBe("application/json");
		expect(request.headers.get("Accept-Language")).toBe("ko");
		expect(request.credentials).toBe("include");
		expect(request.headers.get("Authorization")).toBeNull();
		await setLanguage("en");
		expect((await receivedRequest()).headers.get("Accept-Language")).toBe("en");
	});

	it("cookie_is_sent_as_bearer_credential", async () => {
		// biome-ignore lint/suspicious/noDocumentCookie: sets it as the server's response would
		document.cookie = "authorization=tok; Path=/";
		expect((await receivedRequest()).headers.get("Authorization")).toBe("Bearer tok");
	});

	it("chosen_tenant_is_sent_as_host", async () => {
		expect(new URL((await receivedRequest()).url).search).toBe("");
		sessionStorage.setItem("subDomain", "second.localhost");
		expect(new URL((await receivedRequest()).url).search).toBe("?host=second.localhost");
	});

	it("problem_is_returned_unchanged", async () => {
		await receivedRequest();
		const { error } = await api.GET("/patients/me");
		expect(error).toEqual({ status: 401, code: "no_session", title: "t", detail: "d", type: "x" });
	});
});

describe("an error response without a problem", () => {
	it.each([
		["no body", null, { "Content-Length": "0" }],
		["a page", "<html>Bad Gateway</html>", { "Content-Type": "text/html" }],
		["other JSON", '{"message":"Bad Gateway"}', { "Content-Type": "application/json" }],
	])("response_without_problem_becomes_one: %s", async (_, body, headers) => {
		server.use(http.get("*/api/v1/patients/me", () => new HttpResponse(body, { status: 502, headers })));
		const { data, error } = await api.GET("/patients/me");
		expect(data).toBeUndefined();
		expect(error).toEqual({
			type: "about:blank",
			title: "",
			status: 502,
			code: "unreachable",
			detail: "서버에 연결하지 못했어요. 인터넷 연결을 확인하고 다시 시도해 주세요.",
		});
	});

	// The session's handling of a 403 depends on it.
	it("empty_403_response_keeps_its_status", async () => {
		// biome-ignore lint/suspicious/noDocumentCookie: sets it as the server's response would
		document.cookie = "authorization=tok; Path=/";
		server.use(http.get("*/api/v1/patients/me", () => new HttpResponse(null, { status: 403 })));
		expect((await api.GET("/patients/me")).error).toMatchObject({ status: 403 });
	});
});

describe("the time-out", () => {
	it("self_check_and_report_have_longer_timeouts", () => {
		expect(timeoutOf("GET", "/api/v1/patients/me")).toBe(3_000);
		expect(timeoutOf("GET", "/api/v1/patients/tcis/self-check")).toBe(3_000);
		expect(timeoutOf("POST", "/api/v1/patients/tcis/self-check")).toBe(20_000);
		expect(timeoutOf("GET", "/api/v1/patients/tcis/1/report.pdf")).toBe(20_000);
	});

	it("body_that_never_ends_times_out", async () => {
		const endless = () =>
			new HttpResponse(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) }));
		server.use(http.get("*/endless", endless));
		await expect(fetchWithin(50, new Request("http://localhost/endless"))).rejects.toThrow("timed out");
	});

	it("slow_call_times_out", async () => {
		server.use(http.get("*/slow", () => new Promise<never>(() => undefined)));
		await expect(fetchWithin(20, new Request("http://localhost/slow"))).rejects.toThrow("timed out");
	});
});
