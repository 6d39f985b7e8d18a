// Draws the app's icons in public/ from icon.svg; run it when that file changes. A maskable icon fills its square,
// because systems crop it to their own shape; the tongue stays inside the safe zone.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const PUBLIC = fileURLToPath(new URL("../public/", import.meta.url));
const svg = readFileSync(`${PUBLIC}icon.svg`, "utf8");
const square = svg.replace(' rx="16"', "");

const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	args: ["--no-sandbox"],
});
for (const [name, size, drawing] of [
	["icon-192", 192, svg],
	["icon-512", 512, svg],
	["icon-maskable-512", 512, square],
	["apple-touch-icon", 180, square],
]) {
	const page = await browser.newPage({ viewport: { width: size, height: size } });
	await page.setContent(
		`<body style="margin:0">${drawing.replace("<svg ", `<svg width="${size}" height="${size}" `)}</body>`,
	);
	await page.screenshot({ path: `${PUBLIC}${name}.png`, omitBackground: true });
	await page.close();
}
await browser.close();
