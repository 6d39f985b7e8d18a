/** Storage key of the last visit's colors. */
export const STORED = "theme";

/**
 * Runs in the head before the first paint. A prerendered page is the same for every tenant, so it applies the colors
 * stored by the last visit. Only valid colors are accepted.
 */
export const themeScript = () =>
	`try{for(const[n,c]of Object.entries(JSON.parse(localStorage.getItem("${STORED}"))))if(/^--color-(green|mint)-/.test(n)&&/^#[0-9a-f]{6}$/.test(c))document.documentElement.style.setProperty(n,c)}catch{}`;
