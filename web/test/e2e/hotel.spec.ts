// The hotels' application on the running product: a client orders and the supplier delivers, a reading makes a room require and
// a refill settles it, a partner's key is made, used and revoked, and a headquarters sees its hotels and no other's.
import type { Page } from "@playwright/test";
import { DESKTOP, expect, test } from "./fixtures";
import { button, dev, digits, hotelHost, hotelUser, visit } from "./product";

const HOST = hotelHost();
const FOLD_WAIT_MS = 60_000;
const LOW_PERCENT = 4;

// A signed-out caller gets an answer that the browser logs as an error; a race has a loser, and a refused key is the point.
test.use({ expectedFaults: /\b(401|404|409)\b/ });
test.skip(({ language }) => language !== "en", "the hotels' application is in English");

async function signIn(page: Page, loginId: string, path = "/hotel"): Promise<void> {
	const { password } = hotelUser(loginId);
	await visit(page, path, HOST);
	await page.locator("[name=loginId]").fill(loginId);
	await page.locator("[name=password]").fill(password);
	await page.locator("[name=password]").press("Enter");
	await page.getByRole("navigation", { name: "Main menu" }).filter({ visible: true }).waitFor();
}

interface Reply {
	status: number;
	// biome-ignore lint/suspicious/noExplicitAny: whatever the call answers
	body: any;
}

/** A call of the page's own session, or of a machine with a key. */
function call(page: Page, method: string, path: string, body?: object, key?: string): Promise<Reply> {
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

async function ownHotel(page: Page): Promise<number> {
	const { body } = await call(page, "GET", "/auth/me");
	return (body.user ?? body).hotels[0].id;
}

async function stockOf(page: Page, hotel: number, code: string): Promise<number> {
	const { body } = await call(page, "GET", `/hotels/${hotel}/stock`);
	return body.items.find((item: { product: { code: string } }) => item.product.code === code).ml;
}

const reading = (serial: string, levelPercent: number) => ({
	readings: [{ serial, at: new Date().toISOString(), levelPercent, batteryPercent: 80 }],
});

test("an order is placed, moved and booked once", async ({ openWindow }) => {
	const { page: client, look } = await openWindow("hotel-client");
	const { page: supplier, look: lookAtSupplier } = await openWindow("hotel-supplier", DESKTOP);
	const { page: rival } = await openWindow("hotel-rival", DESKTOP);
	await signIn(client, "seoul01");
	await client.getByRole("heading", { name: "Stock at a glance" }).waitFor();
	await look("dashboard");
	const hotel = await ownHotel(client);
	const before = await stockOf(client, hotel, "SH-300");

	await visit(client, "/hotel/stock", HOST);
	await client.getByRole("textbox", { name: "Boxes of Shampoo" }).fill("2");
	await button(client, "Review order").filter({ visible: true }).click();
	await client.getByRole("dialog").getByText("₩211,200").waitFor();
	await look("review");
	await button(client, "Place order").dblclick();
	await client.waitForURL(/\/hotel\/orders\/\d+$/);
	await client.getByText("Your order was placed").waitFor();
	const order = new URL(client.url()).pathname;

	await signIn(supplier, "super01", order);
	await button(supplier, "Move to “Product preparation”").click();
	await button(supplier, "Move to “Electronic invoice”").click();
	await supplier.getByLabel("Courier company").fill("CJ Logistics");
	await supplier.getByLabel("Tracking number").fill("6412-0021");
	await lookAtSupplier("shipping");
	await button(supplier, "Note shipping").click();
	const deliver = "Move to “Delivery complete”";
	await button(supplier, deliver).waitFor();
	await signIn(rival, "super01", order);
	await button(rival, deliver).waitFor();
	await Promise.all([button(supplier, deliver).click(), button(rival, deliver).click()]);
	await expect(button(supplier, deliver)).toHaveCount(0);
	await expect(button(rival, deliver)).toHaveCount(0);

	await visit(client, order, HOST);
	await expect(client.locator("[aria-current=step]")).toContainText("Delivery complete");
	await expect(client.getByText("6412-0021").first()).toBeVisible();
	await look("delivered");
	// Two boxes of twenty bottles of 300 ml.
	expect((await stockOf(client, hotel, "SH-300")) - before).toBe(12_000);
});

test("a low reading makes a room require, and a refill settles it", async ({ openWindow }) => {
	const { page, look } = await openWindow("hotel-housekeeper");
	await signIn(page, "keeper01");
	await page.getByRole("heading", { name: "Today’s rooms" }).waitFor();
	const hotel = await ownHotel(page);
	interface Room {
		id: number;
		number: string;
		state: string;
		dispensers: { product: { name: string }; sensor: { serial: string } | null }[];
	}
	const rooms = async (): Promise<Room[]> => (await call(page, "GET", `/hotels/${hotel}/rooms`)).body.items;
	const room = (await rooms()).find(
		({ state, dispensers }) => state === "stable" && dispensers.some(({ sensor }) => sensor),
	);
	const dispenser = room?.dispensers.find(({ sensor }) => sensor);
	if (!room || !dispenser?.sensor) throw new Error("no stable room has a sensor");
	const { key } = dev.hotel.apiKey;
	const sent = reading(dispenser.sensor.serial, LOW_PERCENT);
	expect(await call(page, "POST", "/readings", sent, key)).toMatchObject({
		status: 202,
		body: { accepted: 1 },
	});
	expect(await call(page, "POST", "/readings", sent, key)).toMatchObject({ body: { duplicates: 1 } });
	const state = async () => (await rooms()).find(({ id }) => id === room.id)?.state;
	await expect.poll(state, { timeout: FOLD_WAIT_MS }).toBe("require");

	await visit(page, "/hotel/tasks", HOST);
	const task = page
		.getByRole("listitem")
		.filter({ has: page.getByRole("heading", { name: `Room ${room.number}`, exact: true }) });
	await task.waitFor();
	await look("tasks");
	await task.getByRole("button", { name: `Refilled ${dispenser.product.name}` }).click();
	await task.getByText("Done", { exact: true }).waitFor();
	await expect(page.getByRole("region", { name: "Done today" })).toContainText(`Room ${room.number}`);
	expect(await state()).toBe("stable");
	await look("done");
});

test("a partner's key posts readings until it is revoked", async ({ openWindow }) => {
	const { page, look } = await openWindow("hotel-partner", DESKTOP);
	await signIn(page, "partner01", "/hotel/api-keys");
	const name = `Journey ${digits(6)}`;
	await button(page, "Create API key").click();
	await page.getByLabel("Name").fill(name);
	await page.getByLabel("Category").fill("Level sensors");
	await button(page, "Create key").click();
	const made = page.getByRole("dialog", { name: "API key created" });
	const key = (await made.getByText(/^hbk_/).textContent()) ?? "";
	await button(made, "I noted it").click();
	await look("keys");

	const { serials } = dev.hotel.apiKey;
	const body = reading(serials[0] ?? "", 60);
	expect((await call(page, "POST", "/readings", body, key)).status).toBe(202);
	expect((await call(page, "POST", "/readings", reading("HBX-9999", 60), key)).body.rejected).toMatchObject([
		{ index: 0, code: "unknown_serial" },
	]);
	await page.reload();
	const row = page.getByRole("row").filter({ hasText: name });
	await expect(row).toContainText("Used");
	await button(page, `Revoke ${name}`).click();
	await button(page.getByRole("dialog"), "Revoke").click();
	await expect(row).toContainText("Revoked");
	expect((await call(page, "POST", "/readings", body, key)).status).toBe(401);
});

test("a headquarters sees its hotels and no other's", async ({ openWindow }) => {
	const { page: supplier } = await openWindow("hotel-supplier", DESKTOP);
	const { page, look } = await openWindow("hotel-headquarters", DESKTOP);
	await signIn(supplier, "super01", "/hotel/accounts");
	const alone = `Lone Inn ${digits(6)}`;
	await button(supplier, "Add client").click();
	await supplier.getByLabel("Client name").fill(alone);
	await supplier.getByLabel("Address").fill("1 Test-ro, Jeju");
	await button(supplier, "Create client").click();
	await supplier.getByRole("row").filter({ hasText: alone }).waitFor();
	const { body } = await call(supplier, "GET", "/clients?kind=general_hotel");
	const other = body.items.find((client: { name: string }) => client.name === alone).id;

	await signIn(page, "group01", "/hotel/hotels");
	await page.getByRole("row").filter({ hasText: "Hanbit Hotel Seoul" }).waitFor();
	await page.getByRole("row").filter({ hasText: "Hanbit Hotel Busan" }).waitFor();
	await expect(page.getByText(alone)).toHaveCount(0);
	await look("hotels");
	await visit(page, "/hotel/environment", HOST);
	await page.getByRole("img", { name: "Refilled volume by month and hotel" }).waitFor();
	await look("environment");
	for (const path of [`/hotels/${other}/dashboard`, `/hotels/${other}/rooms`, `/clients/${other}`]) {
		expect((await call(page, "GET", path)).status, path).toBe(404);
	}
});

test("a hotel's hosts have no dental screen", async ({ openWindow }) => {
	const { page } = await openWindow("hotel-visitor");
	await visit(page, "/", HOST);
	await page.waitForURL(/\/hotel\/signin/);
	await page.getByRole("heading", { name: "Welcome back" }).waitFor();
	for (const path of ["/clinic/signin", "/auth/signin", "/ops"]) {
		expect(await page.evaluate(async (path) => (await fetch(path)).status, path), path).toBe(404);
	}
});
