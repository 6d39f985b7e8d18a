/** Where the colours of the last visit are kept. */
export const STORED = "theme";

/**
 * Runs in the head, before anything is painted: a prerendered page is the same for every tenant, so the colours are those
 * that the last visit kept. Only colours get in.
 */
export const themeScript = () =>
	`try{for(const[n,c]of Object.entries(JSON.parse(localStorage.getItem("${STORED}"))))if(/^--color-(green|mint)-/.test(n)&&/^#[0-9a-f]{6}$/.test(c))document.documentElement.style.setProperty(n,c)}catch{}`;
