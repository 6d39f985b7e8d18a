/** Where the colours of the last visit are kept. */
export const STORED = "theme";

/** The tokens of app.css that a tenant's colour replaces. */
export const TOKENS = [
	"--color-green-950",
	"--color-green-800",
	"--color-green-700",
	"--color-green-600",
	"--color-mint-100",
	"--color-mint-50",
] as const;

/**
 * Runs in the head, before anything is painted: a prerendered page is the same for every tenant, so the colours are those
 * that the last visit kept. Only colours get in.
 */
export const themeScript = () =>
	`try{const t=JSON.parse(localStorage.getItem("${STORED}")||"{}");for(const n of ${JSON.stringify(TOKENS)})if(/^#[0-9a-f]{6}$/.test(t[n]))document.documentElement.style.setProperty(n,t[n])}catch{}`;
