// The hotels' application on the running product. A client orders and the supplier delivers. A low reading and a silent
// sensor make rooms require somebody until they are refilled. A partner's key is used, expires, is renewed and revoked.
// A headquarters sees only its own hotels. A hotel counts its stock and adds a housekeeper. Every screen of every role
// is checked.
import { DESKTOP, expect, test } from "./fixtures";
import { call, enter, ownHotel, pasteDay, reading, roomsOf, signIn, stockOf, taskOf } from "./hotels";
import { giveReason, signIn as signInToConsole } from "./operators";
import { TEXTS } from "./ops-texts";
import { button, DAY_MS, dev, digits, hotelHost, visit } from "./product";

const HOST = hotelHost();
const FOLD_WAIT_MS = 60_000;
/** How long the sensor still sends readings before it falls silent. */
const HEARD_MS = 65_000;
const LOW_PERCENT = 4;
const PASSWORD = "Quiet!River7";

// Expected errors in the browser's log: a signed-out caller, the loser of a race, and a rejected key.
test.use({ expectedFaults: /\b(401|404|409)\b/ });
test.skip(({ language }) => language !== "en", "the hotels' application is in English");

test("order_is_placed_delivered_and_booked_once", async ({ openWindow }) => {
	const { page: client, checkScreen } = await openWindow("hotel-client");
	const { page: supplier, checkScreen: lookAtSupplier } = await openWindow("hotel-supplier", DESKTOP);
	const { page: rival } = await openWindow("hotel-rival", DESKTOP);
	await signIn(client, "seoul01");
	await client.getByRole("heading", { name: "Stock at a glance" }).waitFor();
	await checkScreen("dashboard");
	const hotel = await ownHotel(client);
	const before = await stockOf(client, hotel, "SH-300");

	await visit(client, "/hotel/stock", HOST);
	await client.getByRole("textbox", { name: "Boxes of Shampoo" }).fill("2");
	await button(client, "Review order").filter({ visible: true }).click();
	await client.getByRole("dialog").getByText("₩211,200").waitFor();
	await checkScreen("review");
	await button(client, "Place order").dblclick();
	await client.waitForURL(/\/hotel\/orders\/\d+$/);
	await client.getByText("Your order has been placed").waitFor();
	const order = new URL(client.url()).pathname;

	await signIn(supplier, "super01", order);
	await button(supplier, "Start preparing").click();
	await button(supplier, "Issue invoice").click();
	await supplier.getByLabel("Courier company").fill("CJ Logistics");
	await supplier.getByLabel("Tracking number").fill("6412-0021");
	await lookAtSupplier("shipping");
	await button(supplier, "Mark as shipped").click();
	const deliver = "Confirm delivery";
	await button(supplier, deliver).waitFor();
	await signIn(rival, "super01", order);
	await button(rival, deliver).waitFor();
	await Promise.all([button(supplier, deliver).click(), button(rival, deliver).click()]);
	await expect(button(supplier, deliver)).toHaveCount(0);
	await expect(button(rival, deliver)).toHaveCount(0);
	const advance = `${order.replace("/hotel", "")}/advance`;
	const again = await call(rival, "POST", advance, { version: 4, to: "delivery_complete" });
	expect([again.status, again.body.code]).toEqual([409, "version_conflict"]);

	await visit(client, order, HOST);
	await expect(client.locator("[aria-current=step]")).toContainText("Delivery complete");
	await expect(client.getByText("6412-0021").first()).toBeVisible();
	await checkScreen("delivered");
	// Two boxes of twenty bottles of 300 ml.
	await expect.poll(() => stockOf(client, hotel, "SH-300")).toBe(before + 12_000);
});

test("low_reading_needs_a_refill_that_settles_it", async ({ openWindow }) => {
	const { page, checkScreen } = await openWindow("hotel-housekeeper");
	await signIn(page, "keeper01");
	await page.getByRole("heading", { name: "Today’s rooms" }).waitFor();
	const hotel = await ownHotel(page);
	const room = (await roomsOf(page, hotel)).find(
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
	const state = async () => (await roomsOf(page, hotel)).find(({ id }) => id === room.id)?.state;
	await expect.poll(state, { timeout: FOLD_WAIT_MS }).toBe("require");

	await visit(page, "/hotel/tasks", HOST);
	const task = taskOf(page, room);
	await task.waitFor();
	await checkScreen("tasks");
	await task.getByRole("button", { name: `Mark refilled ${dispenser.product.name}` }).click();
	await task.getByText("Done", { exact: true }).waitFor();
	await expect(page.getByRole("region", { name: "Done today" })).toContainText(`Room ${room.number}`);
	await expect.poll(state).toBe("stable");
	await checkScreen("done");
});

test("silent_sensor_needs_a_refill_that_settles_it", async ({ openWindow }) => {
	const { page, checkScreen } = await openWindow("hotel-silence");
	const operator = await openWindow("hotel-silence-operator", DESKTOP);
	const texts = TEXTS.en;
	await signIn(page, "keeper01");
	const hotel = await ownHotel(page);
	// The demo's sensors fell silent more than a day ago, and nothing else is wrong in their rooms.
	const room = (await roomsOf(page, hotel)).find(
		({ reasons }) => reasons.length === 1 && reasons[0]?.kind === "sensor_need_check",
	);
	const dispenser = room?.dispensers.find(({ id }) => id === room.reasons[0]?.dispenserId);
	if (!room || !dispenser?.sensor) throw new Error("no room has a silent sensor alone");
	const state = async () => (await roomsOf(page, hotel)).find(({ id }) => id === room.id)?.state;
	const heardAt = Date.now() - DAY_MS + HEARD_MS;
	const sent = reading(dispenser.sensor.serial, 60, heardAt);
	const { body } = await call(page, "POST", "/readings", sent, dev.hotel.apiKey.key);
	expect(body).toMatchObject({ accepted: 1 });
	await expect.poll(state, { timeout: FOLD_WAIT_MS }).toBe("stable");

	await signInToConsole(operator, texts, "admin", "/ops/schedules");
	await page.waitForTimeout(Math.max(0, heardAt + DAY_MS - Date.now()));
	await button(operator.page, "Run now Check silent sensors").click();
	await giveReason(operator.page, texts, `silence ${digits(6)}`, "Run now");
	await expect.poll(state, { timeout: FOLD_WAIT_MS }).toBe("require");

	await visit(page, "/hotel/tasks", HOST);
	const task = taskOf(page, room);
	await expect(task).toContainText("hasn’t reported for 24 hours");
	await checkScreen("tasks");
	await task.getByRole("button", { name: `Mark refilled ${dispenser.product.name}` }).click();
	await task.getByText("Done", { exact: true }).waitFor();
	await expect.poll(state).toBe("stable");
});

test("partner_key_is_used_expired_renewed_revoked", async ({ openWindow }) => {
	const { page, checkScreen } = await openWindow("hotel-partner", DESKTOP);
	await signIn(page, "partner01", "/hotel/api-keys");
	const name = `Journey ${digits(6)}`;
	const row = page.getByRole("row").filter({ hasText: name });
	await button(page, "Create API key").click();
	await page.getByRole("dialog").locator("[name=name]").fill(name);
	await page.getByRole("dialog").locator("[name=category]").fill("Level sensors");
	await pasteDay(page, "Valid from", -7);
	await checkScreen("new-key");
	await button(page, "Create key").click();
	const made = page.getByRole("dialog", { name: "API key created" });
	const key = (await made.getByText(/^hbk_/).textContent()) ?? "";
	await button(made, "I’ve saved it").click();
	await expect(row).toContainText("Not used");
	await checkScreen("keys");

	const { serials } = dev.hotel.apiKey;
	const post = (serial: string) => call(page, "POST", "/readings", reading(serial, 60), key);
	expect((await post(serials[0] ?? "")).status).toBe(202);
	expect((await post("HBX-9999")).body.rejected).toMatchObject([{ index: 0, code: "unknown_serial" }]);

	const moveEnd = async (days: number, shown: string) => {
		await button(page, `Edit ${name}`).click();
		await pasteDay(page, "Valid until", days);
		await button(page.getByRole("dialog"), "Save").click();
		await expect(row).toContainText(shown);
	};
	await moveEnd(-2, "Expired");
	const expired = await post(serials[0] ?? "");
	expect([expired.status, expired.body.code, expired.body.reason]).toEqual([
		401,
		"api_key_rejected",
		"expired",
	]);
	await checkScreen("expired");
	await moveEnd(30, "Used");
	expect((await post(serials[0] ?? "")).status).toBe(202);

	await button(page, `Revoke ${name}`).click();
	await button(page.getByRole("dialog"), "Revoke").click();
	await expect(row).toContainText("Revoked");
	expect((await post(serials[0] ?? "")).status).toBe(401);
});

test("headquarters_sees_only_its_own_hotels", async ({ openWindow }) => {
	const { page: supplier } = await openWindow("hotel-supplier", DESKTOP);
	const { page, checkScreen } = await openWindow("hotel-headquarters", DESKTOP);
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
	await checkScreen("hotels");
	await visit(page, "/hotel/environment", HOST);
	await page.getByRole("img", { name: "Refilled volume by month and hotel" }).waitFor();
	const file = page.waitForEvent("download");
	await button(page, "Download CSV").click();
	expect((await file).suggestedFilename()).toMatch(/^environment-.+\.csv$/);
	await checkScreen("environment");
	for (const path of [`/hotels/${other}/dashboard`, `/hotels/${other}/rooms`, `/clients/${other}`]) {
		expect((await call(page, "GET", path)).status, path).toBe(404);
	}
});

test("hotel_counts_stock_and_adds_a_housekeeper", async ({ openWindow }) => {
	const { page: manager, checkScreen } = await openWindow("hotel-manager", DESKTOP);
	const { page: keeper, checkScreen: lookAtKeeper } = await openWindow("hotel-newcomer");
	await signIn(manager, "busan01", "/hotel/inventory");
	const row = manager.getByRole("row").filter({ hasText: "TP-300" });
	const reason = `Spilled ${digits(6)}`;
	await row.getByRole("button", { name: "Count Toothpaste" }).click();
	await manager.getByLabel("Counted (ml)").fill("9500");
	await manager.getByLabel("Reason").fill(reason);
	await button(manager, "Save count").click();
	await expect(row).toContainText("9.5 L");
	await row.getByRole("button", { name: "History Toothpaste" }).click();
	await manager.getByRole("dialog").getByText(reason).waitFor();
	await checkScreen("history");
	await button(manager, "Close").click();

	await visit(manager, "/hotel/housekeepers", HOST);
	const loginId = `keep${digits(8)}`;
	await button(manager, "Add housekeeper").click();
	await manager.getByRole("dialog").locator("[name=name]").fill("Mina Seo");
	await manager.getByRole("dialog").locator("[name=loginId]").fill(loginId);
	await checkScreen("new-housekeeper");
	await button(manager, "Create account").click();
	const made = manager.getByRole("dialog", { name: "Account created" });
	const password = (await made.locator("output").first().textContent()) ?? "";
	await button(made, "I’ve saved it").click();

	await visit(keeper, "/hotel", HOST);
	await enter(keeper, loginId, password);
	await keeper.getByRole("heading", { name: "Choose your password" }).waitFor();
	await lookAtKeeper("first-password");
	await keeper.locator("[name=password]").fill(PASSWORD);
	await keeper.locator("[name=verifyPassword]").fill(PASSWORD);
	await keeper.locator("[name=verifyPassword]").press("Enter");
	await keeper.getByRole("heading", { name: "Today’s rooms" }).waitFor();

	const housekeeper = manager.getByRole("row").filter({ hasText: loginId });
	await housekeeper.getByRole("button", { name: "Edit Mina Seo" }).click();
	await button(manager.getByRole("dialog"), "Deactivate").click();
	await button(manager.getByRole("dialog", { name: "Deactivate Mina Seo?" }), "Deactivate").click();
	await expect(housekeeper).toContainText("Inactive");
	await visit(keeper, "/hotel/tasks", HOST);
	await keeper.getByRole("heading", { name: "Welcome back" }).waitFor();
});

test("every_role_screen_has_its_title_and_is_sound", async ({ openWindow }) => {
	const seen = new Set<string>();
	for (const loginId of ["super01", "group01", "seoul01", "keeper01", "partner01"]) {
		const { page, checkScreen } = await openWindow(`hotel-${loginId}`, DESKTOP);
		await signIn(page, loginId, "/hotel/account");
		const links = page.getByRole("navigation", { name: "Main menu" }).getByRole("link");
		await links.first().waitFor();
		const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
		const hotel = await ownHotel(page);
		for (const path of ["/hotel/account", ...paths.map((each) => each.split("?")[0] ?? "")]) {
			await visit(page, `${path}?hotel=${hotel}`, HOST);
			const heading = page.getByRole("heading", { level: 1 });
			await heading.waitFor();
			await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
			await expect(async () => {
				const title = `${await heading.textContent()} - Hanbit Amenities`;
				await expect(page).toHaveTitle(title, { timeout: 1_000 });
			}).toPass();
			if (!seen.has(path)) await checkScreen(path.slice(1).replaceAll("/", "-"));
			seen.add(path);
		}
	}
	const { page, checkScreen } = await openWindow("hotel-sensor", DESKTOP);
	await signIn(page, "seoul01", "/hotel/sensors");
	await page.getByRole("link", { name: "HBA-0001", exact: true }).click();
	await page.getByRole("img", { name: "Level over the last 90 days" }).waitFor();
	await expect(page).toHaveTitle("HBA-0001 - Hanbit Amenities");
	await checkScreen("history");
});

test("hotel_hosts_have_no_dental_screen", async ({ openWindow }) => {
	const { page, checkScreen } = await openWindow("hotel-visitor");
	await visit(page, "/", HOST);
	await page.waitForURL(/\/hotel\/signin/);
	await page.getByRole("heading", { name: "Welcome back" }).waitFor();
	await checkScreen("sign-in");
	for (const path of ["/auth/signin", "/ops", "/clinic/signin"]) {
		const response = await page.goto(new URL(path, page.url()).href);
		expect(response?.status(), path).toBe(404);
		await page.getByRole("heading", { name: "Page not found" }).waitFor();
	}
	await checkScreen("not-found");
	const dental = await page.evaluate(async () => {
		const response = await fetch("/api/v1/patients/me");
		return [response.status, (await response.json()).code];
	});
	expect(dental).toEqual([404, "unknown_tenant"]);
});
