import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "~/patient/api";
import ApplyDetail from "~/patient/routes/apply-detail";
import Home from "~/patient/routes/home";
import InsuranceDetail from "~/patient/routes/insurance-detail";
import SelfCheck from "~/patient/routes/self-check";
import SelfCheckResult from "~/patient/routes/self-check-result";
import { readCredential } from "~/shared/lib/cookies";
import { CREDENTIAL, TENANT } from "../../../mocks/db";
import { server } from "../../../mocks/node";
import { renderScreen } from "../../../test/render";
import { earlyCallsScript } from "./early-calls";

const runScript = () => new Function(earlyCallsScript())();

function setCookie(value: string): void {
	// biome-ignore lint/suspicious/noDocumentCookie: sets it as the server's response would
	document.cookie = `authorization=${value}; Path=/`;
}

/** The paths that the script requests at a URL. */
function requestedAt(address: string): string[] {
	history.replaceState(null, "", address);
	globalThis.earlyCalls = undefined;
	runScript();
	return Object.keys(globalThis.earlyCalls ?? {}).map((url) => url.slice(url.indexOf("/api/v1") + 7));
}

let respondedPaths: string[] = [];
const note = ({ request }: { request: Request }) => void respondedPaths.push(new URL(request.url).pathname);

beforeEach(() => {
	respondedPaths = [];
	server.events.on("request:start", note);
});

afterEach(() => {
	server.events.removeListener("request:start", note);
	globalThis.earlyCalls = undefined;
	history.replaceState(null, "", "/");
	sessionStorage.clear();
});

describe("the page's first script", () => {
	it("script_requests_screen_data_and_tenant", () => {
		setCookie(CREDENTIAL);
		expect(requestedAt("/self-check/7")).toEqual([
			"/tenant",
			"/patients/me",
			"/patients/tcis/self-check/7",
			"/patients/tcis/self-check?limit=50",
		]);
		expect(requestedAt("/records")).toEqual(["/tenant", "/patients/me"]);
	});

	// Not for a signed-out visitor, nor for the other applications.
	it("script_requests_no_patient_data_elsewhere", () => {
		expect(requestedAt("/self-check/7")).toEqual(["/tenant"]);
		setCookie(CREDENTIAL);
		expect(requestedAt("/clinic/patients/7")).toEqual(["/tenant"]);
		expect(requestedAt("/hotel")).toEqual(["/tenant"]);
		expect(requestedAt("/ops/jobs")).toEqual([]);
	});

	// Only the app's code knows which tenant was chosen.
	it("script_skips_local_pages_of_other_tenants", () => {
		expect(requestedAt("/?subDomain=haneul")).toEqual([]);
		sessionStorage.setItem("subDomain", "haneul");
		expect(requestedAt("/")).toEqual([]);
	});

	it("unused_early_response_is_read", async () => {
		setCookie(CREDENTIAL);
		const copies = new Map<string, Response[]>();
		const fetching = vi.spyOn(globalThis, "fetch").mockImplementation(async (url) => {
			const response = new Response("{}");
			const clone = response.clone.bind(response);
			response.clone = () => {
				const copy = clone();
				copies.set(String(url), [...(copies.get(String(url)) ?? []), copy]);
				return copy;
			};
			return response;
		});
		requestedAt("/records");
		await vi.waitFor(() => {
			expect([...copies.values()].map((each) => each.some(({ bodyUsed }) => bodyUsed))).toEqual([true, true]);
		});
		fetching.mockRestore();
	});

	it("script_finds_the_credential_as_the_app_does", () => {
		const cookies = vi.spyOn(document, "cookie", "get");
		for (const [text, mark] of [
			["authorization=a%3Db", null],
			["other=1; authorization=one; authorization=two", null],
			["other=1; authorization=onetwothree; authorization=planted", "twothree"],
			["authorization=planted", "twothree"],
			["authorization=", null],
			["xauthorization=a", null],
		] as const) {
			cookies.mockReturnValue(text);
			if (mark) localStorage.setItem("sessionMark", mark);
			else localStorage.removeItem("sessionMark");
			requestedAt("/records");
			const [call] = Object.entries(globalThis.earlyCalls ?? {}).filter(([url]) => url.endsWith("/me"));
			expect(call?.[1].credential ?? null, text).toBe(readCredential(text) || null);
		}
		cookies.mockRestore();
	});

	it("result_photo_is_preloaded", async () => {
		setCookie(CREDENTIAL);
		for (const link of document.head.querySelectorAll('link[rel="preload"]')) link.remove();
		server.use(
			http.get("*/api/v1/tenant", () =>
				HttpResponse.json({ tenant: { ...TENANT, assetHost: "https://photos.example/" } }),
			),
			http.get("*/api/v1/patients/tcis/self-check/7", () =>
				HttpResponse.json({ tci: { tciPicture: { pictureUrl: "/pictures/7.jpg" } } }),
			),
		);
		requestedAt("/self-check/7");
		await vi.waitFor(() => {
			const link = document.head.querySelector<HTMLLinkElement>('link[rel="preload"][as="image"]');
			expect(link?.href).toBe("https://photos.example/pictures/7.jpg");
			// Must match the photo's own request; otherwise the photo is loaded twice.
			expect(link?.crossOrigin).toBe("anonymous");
		}, 5_000);
		const link = document.head.querySelector('link[rel="preload"]');
		const first = await Promise.race([
			globalThis.earlyPhoto?.then(() => "loaded"),
			Promise.resolve("loading"),
		]);
		expect(first).toBe("loading");
		link?.dispatchEvent(new Event("load"));
		await globalThis.earlyPhoto;
		link?.remove();
	});
});

describe("a call that was made early", () => {
	it("early_call_is_used_once", async () => {
		setCookie(CREDENTIAL);
		requestedAt("/records");
		const { data } = await api.GET("/patients/me");
		expect(data?.patient.name).toBeTruthy();
		expect(respondedPaths.filter((path) => path.endsWith("/me"))).toHaveLength(1);
		await api.GET("/patients/me");
		expect(respondedPaths.filter((path) => path.endsWith("/me"))).toHaveLength(2);
	});

	it("early_call_serves_no_other_credential", async () => {
		setCookie(CREDENTIAL);
		requestedAt("/records");
		const headers = { Authorization: "Bearer of-another" };
		await api.GET("/patients/people", { headers }).catch(() => undefined);
		const me = Object.values(globalThis.earlyCalls ?? {}).find(({ credential }) => credential !== null);
		if (!me) throw new Error("nothing was asked");
		me.credential = "of-another";
		await api.GET("/patients/me");
		expect(respondedPaths.filter((path) => path.endsWith("/me"))).toHaveLength(2);
	});

	it("lost_or_old_early_call_is_repeated", async () => {
		setCookie(CREDENTIAL);
		requestedAt("/records");
		for (const call of Object.values(globalThis.earlyCalls ?? {})) {
			call.response = Promise.reject(new TypeError("lost"));
			call.response.catch(() => undefined);
		}
		expect((await api.GET("/patients/me")).data).toBeDefined();
		requestedAt("/records");
		for (const call of Object.values(globalThis.earlyCalls ?? {})) call.at -= 60_000;
		await api.GET("/patients/me");
		expect(respondedPaths.filter((path) => path.endsWith("/me"))).toHaveLength(4);
	});

	it.each([
		["/", "/", Home],
		["/self-check", "/self-check", SelfCheck],
		["/self-check/5", "/self-check/:id", SelfCheckResult],
		["/apply-history/105", "/apply-history/:id", ApplyDetail],
		["/insurance/1", "/insurance/:id", InsuranceDetail],
	])("screen_uses_each_of_its_early_calls: %s", async (address, path, Screen) => {
		setCookie(CREDENTIAL);
		requestedAt(address);
		const isOpen = () =>
			Object.keys(globalThis.earlyCalls ?? {}).filter((url) => !/\/(tenant|people)$/.test(url));
		renderScreen(Screen, address, { path, person: address !== "/" });
		expect(await screen.findAllByRole("heading")).not.toHaveLength(0);
		await vi.waitFor(() => expect(isOpen()).toEqual([]), 5_000);
	});
});
