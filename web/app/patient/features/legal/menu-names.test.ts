import { expect, it } from "vitest";
import enMenu from "~/locales/en/privacy.json";
import koMenu from "~/locales/ko/privacy.json";
import enPrivacy2025 from "./en/privacy-2025-01-01";
import enPrivacy2026 from "./en/privacy-2026-12-10";
import enTerms2025 from "./en/terms-2025-01-01";
import enTerms2026 from "./en/terms-2026-12-10";
import koPrivacy2025 from "./ko/privacy-2025-01-01";
import koPrivacy2026 from "./ko/privacy-2026-12-10";
import koTerms2025 from "./ko/terms-2025-01-01";
import koTerms2026 from "./ko/terms-2026-12-10";
import type { LegalText } from "./text";

const linksOf = ({ sections }: LegalText) =>
	sections
		.flatMap(({ body }) => body)
		.flatMap((block) => (typeof block === "object" && "links" in block ? block.links : []))
		.filter(([, to]) => to === "/account/leave")
		.map(([label]) => label);

// A reader looks for the name in the menu.
it.each([
	["en", enMenu.account.leave, [enTerms2025, enTerms2026, enPrivacy2025, enPrivacy2026]],
	["ko", koMenu.account.leave, [koTerms2025, koTerms2026, koPrivacy2025, koPrivacy2026]],
] as const)("account_deletion_has_its_menu_name_%s", (_, name, texts) => {
	for (const text of texts) expect(linksOf(text)).toEqual([name]);
	const paths =
		texts
			.map((text) => JSON.stringify(text))
			.join()
			.match(/(?:Your account|내 계정) > [^"]+/g) ?? [];
	expect(paths).toContainEqual(expect.stringMatching(new RegExp(` > ${name}$`)));
});
