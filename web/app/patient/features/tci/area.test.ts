import { expect, it } from "vitest";
import { areaOf, placeOf } from "./area";

it.each([
	["서울 마포구 백범로 35", "서울 마포구", "마포구"],
	["서울특별시 중구 시범로 10", "서울 중구", "중구"],
	["경기 성남시 분당구 판교로 1", "성남시 분당구", "분당구"],
	["강원특별자치도 평창군 대관령면 1", "평창군", "평창군"],
	["세종특별자치시 한누리대로 2130", "세종", "세종"],
])("area_of_%s_is_%s", (address, area, place) => {
	expect(areaOf(address)).toBe(area);
	expect(placeOf(area)).toBe(place);
});

it.each([null, undefined, "", "백범로 35"])("area_of_%s_is_unknown", (address) => {
	expect(areaOf(address)).toBeNull();
});
