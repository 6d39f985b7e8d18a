import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { $api, api } from "~/patient/api";
import TermsGate from "~/patient/features/legal/terms-gate";
import { queryClient } from "~/shared/api/query-client";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { profileDb } from "../../../mocks/profile";
import { problem } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import AccountTerms from "./account-terms";

const show = (query = "") => renderScreen(AccountTerms, `/account/terms${query}`, { person: true });
const terms = 0;

beforeEach(signedIn);

it("current_and_agreed_editions_are_shown", async () => {
	show();
	const card = within(await screen.findByRole("region", { name: "이용약관" }));
	const [read] = card.getAllByRole("link", { name: "2025-01-01 판 읽기" });
	expect(read).toHaveAttribute("href", "/terms?version=2025-01-01");
	expect(card.queryByRole("button")).not.toBeInTheDocument();
});

it("announced_edition_can_be_agreed_to", async () => {
	const standing = profileDb.terms[terms];
	if (!standing) throw new Error("no terms");
	standing.upcoming = { effective: "2026-12-10", isDisadvantage: false };
	const { user } = show();
	const card = within(await screen.findByRole("region", { name: "이용약관" }));
	expect(card.getByText("2026-12-10부터 바뀌어요")).toBeInTheDocument();
	await user.click(card.getByRole("button", { name: "2026-12-10 판에 동의하기" }));
	expect(await card.findAllByRole("link", { name: "2026-12-10 판 읽기" })).toHaveLength(2);
	expect(card.queryByRole("button")).not.toBeInTheDocument();
});

it("too_many_agreements_ask_to_wait", async () => {
	const standing = profileDb.terms[terms];
	if (!standing) throw new Error("no terms");
	standing.upcoming = { effective: "2026-12-10", isDisadvantage: false };
	const tooMany = () => problem(429, "too_many_requests", "10초 뒤에 시도해 주세요.") as never;
	server.use(http.put("/patients/me/terms", tooMany));
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "2026-12-10 판에 동의하기" }));
	expect(await screen.findByRole("alert")).toHaveTextContent(
		"요청이 많았어요. 잠시 뒤에 다시 시도해 주세요.",
	);
});

it("required_terms_come_first_and_lead_back", async () => {
	const standing = profileDb.terms[terms];
	if (!standing) throw new Error("no terms");
	Object.assign(standing, { current: "2027-03-01", needsConsent: true });
	const gate = renderScreen(TermsGate, "/apply-insurance");
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent(
		"/account/terms?redirect=%2Fapply-insurance",
	);
	gate.unmount();
	const { user } = show("?redirect=/apply-insurance");
	const card = within(await screen.findByRole("region", { name: "이용약관" }));
	expect(card.getByText(/동의해야 새로 검진하거나 신청할 수 있어요/)).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "탈퇴하기" })).toHaveAttribute("href", "/account/leave");
	await user.click(card.getByRole("button", { name: "2027-03-01 판에 동의하기" }));
	expect(await screen.findByRole("link", { name: "계속하기" })).toHaveAttribute("href", "/apply-insurance");
});

it("records_stay_open_without_new_consent", async () => {
	const standing = profileDb.terms[terms];
	if (!standing) throw new Error("no terms");
	Object.assign(standing, { current: "2027-03-01", needsConsent: true });
	renderScreen(TermsGate, "/insurance-history");
	const isFetched = () =>
		queryClient
			.getQueryCache()
			.getAll()
			.some((query) => query.state.status === "success");
	await waitFor(() => expect(isFetched()).toBe(true));
	expect(screen.queryByRole("status", { name: "address" })).not.toBeInTheDocument();
});

it("consent_refusal_invalidates_terms_query", async () => {
	const key = $api.queryOptions("get", "/patients/me/terms").queryKey;
	queryClient.setQueryData(key, { documents: profileDb.terms });
	const refusalResponse = () => problem(403, "terms_consent_required", "바뀐 약관에 동의해 주세요.");
	server.use(http.post("/patients/uploads", refusalResponse));
	const body = { filename: "a.jpg", contentType: "image/jpeg", size: 1 };
	await api.POST("/patients/uploads", { body });
	await waitFor(() => expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true));
});
