import { HttpResponse, http } from "msw";
import { API, problem } from "./answers";
import { ACCOUNT, db } from "./db";

/** The token of the link that the pretended message carries; `/reset-password/mock-token` opens it. */
export const RESET_TOKEN = "mock-token";
export const REGISTERED = { email: "haneul@hyeobom.example", phone: db.patient.phoneNumber };

const missing = () => problem(404, "not_registered", "등록된 정보가 없어요.");
const invalid = () => problem(404, "invalid_token", "쓸 수 없는 링크예요.");
const done = () => HttpResponse.json({});

interface Reached {
	loginUserId?: string;
	email?: string;
	phone?: string;
	phoneNumber?: string;
}

const isReached = ({ email, phone, phoneNumber }: Reached) =>
	email === REGISTERED.email || (phone ?? phoneNumber) === REGISTERED.phone;

const recovery = [
	http.post<never, Reached>(`${API}/patients/find-id`, async ({ request }) =>
		isReached(await request.json()) ? done() : missing(),
	),
	http.post<never, Reached>(`${API}/patients/find-password`, async ({ request }) => {
		const body = await request.json();
		return body.loginUserId === ACCOUNT.loginUserId && isReached(body) ? done() : missing();
	}),
	http.get(`${API}/patients/find-password/:token`, ({ params }) =>
		params.token === RESET_TOKEN ? done() : invalid(),
	),
	http.post<never, { token: string }>(`${API}/patients/reset-password`, async ({ request }) => {
		const { token } = await request.json();
		return token === RESET_TOKEN ? done() : invalid();
	}),
];

export const ways = [...recovery];
