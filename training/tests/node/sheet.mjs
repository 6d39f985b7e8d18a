// Scores every photo of a sheet with the keyboard alone: node sheet.mjs PAGE READER CSV
// Cell i of photo n gets (n + i) mod 3; the file that the page gives goes to CSV. Prints the photos' number.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [file, reader, csv] = process.argv.slice(2);
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});
const page = await (await browser.newContext({ locale: "ko-KR" })).newPage();
const faults = [];
page.on("pageerror", (error) => faults.push(error.message));
page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || faults.push(request.url()));

const press = (key) => page.keyboard.press(key);
const focusedCell = () => page.evaluate(() => document.activeElement.dataset.cell);
const photo = () => page.evaluate(() => document.getElementById("caption").textContent);

await page.goto(pathToFileURL(file).href);
assert.equal(await page.evaluate(() => document.documentElement.lang), "ko");
assert.equal(await page.title(), "설태 점수 매기기");
assert.ok(await page.evaluate(() => document.getElementById("photo").decode().then(() => true)));
const total = await page.evaluate(() => JSON.parse(document.getElementById("sheet").textContent).photos.length);
assert.ok(await page.evaluate(() => document.getElementById("cells").disabled), "nobody scores without a name");

await press("Tab");
await page.keyboard.type(reader);
for (let i = 0; i < 8 && (await focusedCell()) !== "0"; i++) await press("Tab");
for (let n = 0; n < total; n++) {
	assert.equal(await focusedCell(), "0");
	for (let cell = 0; cell < 9; cell++) await press(String((n + cell) % 3));
	if (n === 0) {
		// what was scored is kept, and the next photo is shown
		await page.reload();
		assert.equal(await page.inputValue("#reader"), reader);
		assert.equal(await photo(), `사진 ${total}장 중 2번째`);
		await page.focus("#previous");
		await press("Enter");
		assert.equal(await page.locator("#cells input:checked").count(), 9);
		await page.focus("#next");
	}
	if (n < total - 1) await press("Enter");
}
// a score is changed with the arrows and changed back
await page.focus("#cells input:checked");
const before = await page.locator("#cells input:checked").first().inputValue();
await press("ArrowRight");
assert.notEqual(await page.locator("#cells input:checked").first().inputValue(), before);
await press("ArrowLeft");

await page.selectOption("#language", "en");
assert.equal(await page.textContent("#progress"), `${total} of ${total} photos scored`);
const download = page.waitForEvent("download");
await page.focus("#download");
await press("Enter");
assert.equal((await download).suggestedFilename(), "scores.csv");
await (await download).saveAs(csv);
await browser.close();
assert.deepEqual(faults, []);
console.log(total);
