import { HttpResponse } from "msw";
import { ACCOUNT, db } from "./db";
import { http } from "./http";
import { problem, type Schemas } from "./responses";

/** The token of the link in the simulated message; `/reset-password/mock-token` opens it. */
export const RESET_TOKEN = "mock-token";
export const REGISTERED = { email: "haneul@hyeobom.example", phone: db.patient.phoneNumber };

const missing = () => problem(404, "not_registered", "등록된 정보가 없어요.");
const invalid = () => problem(404, "invalid_token", "쓸 수 없는 링크예요.");
const done = () => HttpResponse.json<Schemas["EmptyResponse"]>({});

interface Reached {
	email?: string | null;
	phone?: string | null;
	phoneNumber?: string | null;
}

const isReached = ({ email, phone, phoneNumber }: Reached) =>
	email === REGISTERED.email || (phone ?? phoneNumber) === REGISTERED.phone;

const recovery = [
	http.post("/patients/find-id", async ({ request }) =>
		isReached(await request.json()) ? done() : missing(),
	),
	http.post("/patients/find-password", async ({ request }) => {
		const body = await request.json();
		return body.loginUserId === ACCOUNT.loginUserId && isReached(body) ? done() : missing();
	}),
	http.get("/patients/find-password/{token}", ({ params }) =>
		params.token === RESET_TOKEN ? done() : invalid(),
	),
	http.post("/patients/reset-password", async ({ request }) => {
		const { token } = await request.json();
		return token === RESET_TOKEN ? done() : invalid();
	}),
];

/** The profile from the simulated providers. The development server's redirects use the same tokens. */
export const SOCIAL_TOKEN = "mock-social";
export const PROFILE = {
	provider: "kakao",
	name: "이도윤",
	email: "doyun@hyeobom.example",
	phone: "01023456789",
	birth: "1988.03.02",
	gender: 0,
};
export const VERIFICATION = {
	id: "mock-identity",
	name: "박서연",
	phone: "01034567890",
	birth: "1995.07.21",
	ci: "mock-ticket",
};
const FAILURES: Record<string, [number, string]> = {
	failed: [422, "identity_failed"],
	pending: [409, "identity_pending"],
	young: [403, "under_age"],
	known: [409, "already_registered"],
	down: [503, "identity_unavailable"],
	busy: [429, "too_many_requests"],
	broken: [500, "internal"],
};

const providers = [
	http.get("/patients/social/profile", ({ query }) =>
		query.get("token") === SOCIAL_TOKEN ? HttpResponse.json({ profile: PROFILE }) : invalid(),
	),
	http.get("/patients/identity/{verificationId}", ({ params }) => {
		if (params.verificationId === "lost") return HttpResponse.error();
		if (params.verificationId === VERIFICATION.id) return HttpResponse.json({ verification: VERIFICATION });
		const [status, code] = FAILURES[params.verificationId] ?? [404, "not_found"];
		return problem(status, code, code);
	}),
];

const ADDRESSES = [
	{
		zipcode: "04524",
		roadAddress: "서울특별시 중구 세종대로 110 (태평로1가)",
		jibunAddress: "서울특별시 중구 태평로1가 31",
	},
	{
		zipcode: "04526",
		roadAddress: "서울특별시 중구 세종대로 39 (남대문로4가)",
		jibunAddress: "서울특별시 중구 남대문로4가 45",
	},
	{
		zipcode: "03154",
		roadAddress: "서울특별시 종로구 세종대로 149 (세종로)",
		jibunAddress: "서울특별시 종로구 세종로 139",
	},
];

const addresses = [
	http.get("/patients/addresses", ({ query }) => {
		const q = query.get("q") ?? "";
		if (q.length < 2) {
			const message = "도로명, 건물명, 지번을 조금 더 자세히 입력해주세요.";
			return problem(422, "validation", "입력한 내용을 확인해 주세요.", [
				{ field: "q", code: "range", message },
			]);
		}
		if (q === "장애") return problem(503, "address_search_unavailable", "지금은 주소를 검색할 수 없습니다.");
		return HttpResponse.json({ addresses: ADDRESSES.filter((each) => each.roadAddress.includes(q)) });
	}),
];

export const auth = [...recovery, ...providers, ...addresses];
