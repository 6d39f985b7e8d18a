// Helpers for the journeys in the hotels' application, and for its machines.
import type { Page } from "@playwright/test";
import { DAY_MS, hotelHost, hotelUser, visit } from "./product";

const HOST = hotelHost();

export async function enter(page: Page, loginId: string, password: string): Promise<void> {
	await page.locator("[name=loginId]").fill(loginId);
	await page.locator("[name=password]").fill(password);
	await page.locator("[name=password]").press("Enter");
}

export async function signIn(page: Page, loginId: string, path = "/hotel"): Promise<void> {
	await visit(page, path, HOST);
	await enter(page, loginId, hotelUser(loginId).password);
	await page.getByRole("navigation", { name: "Main menu" }).filter({ visible: true }).waitFor();
}

interface Reply {
	status: number;
	// biome-ignore lint/suspicious/noExplicitAny: any response
	body: any;
}

/** Calls the API in the page's session, or as a machine with a key. */
export function call(page: Page, method: string, path: string, body?: object, key?: string): Promise<Reply> {
	return page.evaluate(
		async ([verb, address, sent, bearer]) => {
			const headers: Record<string, string> = {};
			if (sent) headers["Content-Type"] = "application/json";
			if (bearer) headers.Authorization = `Bearer ${bearer}`;
			const response = await fetch(`/api/v1/hotel${address}`, {
				method: verb,
				headers,
				body: sent ?? null,
				credentials: bearer ? "omit" : "include",
			});
			return { status: response.status, body: await response.json().catch(() => null) };
		},
		[method, path, body ? JSON.stringify(body) : null, key ?? null] as const,
	);
}

export async function ownHotel(page: Page): Promise<number> {
	return (await call(page, "GET", "/auth/me")).body.hotels[0].id;
}

export async function stockOf(page: Page, hotel: number, code: string): Promise<number> {
	const { body } = await call(page, "GET", `/hotels/${hotel}/stock`);
	return body.items.find((item: { product: { code: string } }) => item.product.code === code).ml;
}

interface Room {
	id: number;
	number: string;
	state: string;
	reasons: { dispenserId: number; kind: string }[];
	dispensers: { id: number; product: { name: string }; sensor: { serial: string } | null }[];
}

export async function roomsOf(page: Page, hotel: number): Promise<Room[]> {
	return (await call(page, "GET", `/hotels/${hotel}/rooms`)).body.items;
}

export const reading = (serial: string, levelPercent: number, at = Date.now()) => ({
	readings: [{ serial, at: new Date(at).toISOString(), levelPercent, batteryPercent: 80 }],
});

/** A room's task in the housekeeper's list. */
export const taskOf = (page: Page, { number }: Room) =>
	page
		.getByRole("listitem")
		.filter({ has: page.getByRole("heading", { name: `Room ${number}`, exact: true }) });

/** Pastes a date into a date field. */
export async function pasteDay(page: Page, label: string, days: number): Promise<void> {
	const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
	await page.getByRole("group", { name: label }).evaluate((field, text) => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text", text);
		field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
	}, day);
}
