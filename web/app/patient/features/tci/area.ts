/** Cities with the status of a province, which addresses abbreviate or write in full. */
const METROPOLITAN = /^(서울|부산|대구|인천|광주|대전|울산|세종)/;

/** The city or district of an address, as a search text for clinics; null if there is none. */
export function areaOf(address: string | null | undefined): string | null {
	const [first = "", ...rest] = address?.trim().split(/\s+/) ?? [];
	const places: string[] = [];
	for (const word of rest) {
		if (!/^[가-힣]+[시군구]$/.test(word)) break;
		places.push(word);
	}
	const city = METROPOLITAN.exec(first)?.[0];
	if (city === "세종") return city;
	if (places.length === 0) return null;
	return [...(city ? [city] : []), ...places].join(" ");
}

/** The most specific part of an area, for display. */
export const placeOf = (area: string): string => area.split(" ").at(-1) ?? area;
