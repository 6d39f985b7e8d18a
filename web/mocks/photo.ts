/** Path prefix of the offline mode's drawn photos; the scores are part of the name. */
export const PHOTO_PATH = "/mock-photos/";

export function photoAddress(scores: readonly number[]): string {
	return `${PHOTO_PATH}${scores.join("")}.svg`;
}

const COLUMNS = [286, 384, 482];
const ROWS = [370, 520, 690];

/** Draws a tongue whose coating matches the nine digits. */
export function drawPhoto(digits: string): string {
	const coats = Array.from(digits.padEnd(9, "0").slice(0, 9), Number).map((score, cell) => {
		const [x, y] = [COLUMNS[cell % 3], ROWS[Math.floor(cell / 3)]];
		return `<ellipse cx="${x}" cy="${y}" rx="82" ry="${104 - Math.floor(cell / 3) * 8}" fill="#f4e6d6" opacity="${score * 0.36}"/>`;
	});
	const tongue =
		"M214 330C262 284 320 260 384 260s122 24 170 70c26 60 14 170-16 310-26 112-84 184-154 184S256 752 230 640c-30-140-42-250-16-310z";
	return `<svg xmlns="http://www.w3.org/2000/svg" width="768" height="1024" viewBox="0 0 768 1024">
<defs>
<radialGradient id="skin" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="#e9bfa4"/><stop offset=".7" stop-color="#cf9678"/><stop offset="1" stop-color="#9d664d"/></radialGradient>
<linearGradient id="flesh" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#b9544f"/><stop offset=".45" stop-color="#d3716a"/><stop offset="1" stop-color="#dd7f76"/></linearGradient>
<radialGradient id="shade" cx=".5" cy=".45" r=".62"><stop offset=".62" stop-color="#5a1512" stop-opacity="0"/><stop offset="1" stop-color="#5a1512" stop-opacity=".42"/></radialGradient>
<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="26"/></filter>
<filter id="near"><feGaussianBlur stdDeviation="7"/></filter>
<filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".55" numOctaves="3" seed="7"/><feColorMatrix values="0 0 0 0 .5 0 0 0 0 .3 0 0 0 0 .26 0 0 0 .34 0"/></filter>
<clipPath id="in"><path d="${tongue}"/></clipPath>
</defs>
<rect width="768" height="1024" fill="url(#skin)"/>
<ellipse cx="384" cy="300" rx="262" ry="176" fill="#a5483f" filter="url(#near)"/>
<ellipse cx="384" cy="304" rx="226" ry="138" fill="#3c0f10" filter="url(#near)"/>
<path d="M196 232c56-36 118-52 188-52s132 16 188 52c-20 30-60 30-188 30s-168 0-188-30z" fill="#efe7db" opacity=".9" filter="url(#near)"/>
<path d="${tongue}" fill="#2b0b0b" opacity=".5" transform="translate(0 16)" filter="url(#soft)"/>
<path d="${tongue}" fill="url(#flesh)"/>
<g clip-path="url(#in)"><g filter="url(#soft)">${coats.join("")}</g>
<path d="M384 320v400" stroke="#96413c" stroke-width="9" stroke-linecap="round" opacity=".55" filter="url(#near)"/>
<path d="${tongue}" fill="url(#shade)"/><rect x="180" y="240" width="410" height="600" filter="url(#grain)" opacity=".5"/>
<ellipse cx="318" cy="700" rx="26" ry="62" fill="#fff" opacity=".16" transform="rotate(12 318 700)" filter="url(#near)"/></g>
</svg>`;
}
