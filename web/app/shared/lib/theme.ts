import type { Tenant } from "~/shared/api/types";
import { applyIdentity } from "./app-identity";
import { localStore } from "./storage";
import { STORED } from "./theme-script";

type Channels = readonly [red: number, green: number, blue: number];

/** Minimum contrast of text by WCAG 2.2, level AA. */
const MIN_CONTRAST = 4.5;
const WHITE: Channels = [255, 255, 255];
const BLACK: Channels = [0, 0, 0];
/** The tokens of app.css that a tenant's color replaces, with the color and share that it is mixed with. */
const MIXES: Record<`--color-${"green" | "mint"}-${number}`, readonly [other: Channels, share: number]> = {
	"--color-green-950": [BLACK, 0.48],
	"--color-green-800": [BLACK, 0.8],
	"--color-green-700": [BLACK, 1],
	"--color-green-600": [WHITE, 0.9],
	"--color-mint-100": [WHITE, 0.12],
	"--color-mint-50": [WHITE, 0.055],
};
const OWN_BAR = "#12463a";

/** The channels of `#rrggbb`, or null. */
function channelsOf(color: string): Channels | null {
	const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? [];
	if (!red || !green || !blue) return null;
	return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

const mix = (color: Channels, other: Channels, share: number): Channels =>
	color.map((channel, at) => channel * share + (other[at] ?? 0) * (1 - share)) as unknown as Channels;

const hexOf = (color: Channels): string =>
	`#${color.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** The relative luminance of an sRGB color, as defined by WCAG 2.2. */
function luminance(color: Channels): number {
	const [red = 0, green = 0, blue = 0] = color.map((channel) => {
		const part = channel / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Channels, other: Channels): number {
	const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

/** The tokens derived from a tenant's color. Empty if text would be unreadable, which keeps the default colors. */
export function tokensOf(brandColor: string | null): Record<string, string> {
	const brand = brandColor === null ? null : channelsOf(brandColor);
	if (!brand) return {};
	const mixed = Object.entries(MIXES).map(
		([token, [other, share]]) => [token, mix(brand, other, share)] as const,
	);
	const at = Object.fromEntries(mixed) as Record<string, Channels>;
	const [text, tint, hovered] = [at["--color-green-700"], at["--color-mint-100"], at["--color-green-600"]];
	if (!text || !tint || !hovered) return {};
	if (contrast(text, tint) < MIN_CONTRAST || contrast(hovered, WHITE) < MIN_CONTRAST) return {};
	return Object.fromEntries(mixed.map(([token, color]) => [token, hexOf(color)]));
}

/** Applies a tenant's color, and stores it for the first paint of the next page. */
export function applyTheme(brandColor: string | null): void {
	const tokens = tokensOf(brandColor);
	const { style } = document.documentElement;
	for (const token of Object.keys(MIXES)) style.setProperty(token, tokens[token] ?? "");
	const bar = document.querySelector('meta[name="theme-color"]');
	bar?.setAttribute("content", tokens["--color-green-800"] ?? OWN_BAR);
	if (Object.keys(tokens).length > 0) localStore.set(STORED, JSON.stringify(tokens));
	else localStore.remove(STORED);
}

/** Applies a tenant's look to the pages, the browser's tab and an installed app. */
export function applyLook(tenant: Tenant): void {
	applyTheme(tenant.brandColor);
	applyIdentity(tenant);
}
