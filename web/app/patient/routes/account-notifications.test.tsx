import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { profileDb } from "../../../mocks/profile";
import { problem } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import AccountNotifications from "./account-notifications";

const SETTINGS = "/patients/me/notification-settings";
const ALL = { results: true, applications: true, claims: true };
const show = () => renderScreen(AccountNotifications, "/account/notifications", { person: true });
const toggle = (name: string) => screen.findByRole("switch", { name });

beforeEach(signedIn);

it("everything_is_on_until_it_is_switched_off", async () => {
	show();
	const topics = await screen.findByRole("region", { name: "받을 소식" });
	const names = within(topics).getAllByRole("switch");
	expect(names.map((each) => (each as HTMLInputElement).checked)).toEqual([true, true, true]);
	expect(await toggle("청구와 결제")).toHaveAccessibleDescription(/서류를 발급/);
	expect(screen.getByRole("region", { name: "항상 보내는 안내" })).toHaveTextContent(/인증번호.*환불.*약관/);
});

it("refused_topic_is_saved_and_others_stay", async () => {
	const { user } = show();
	await user.click(await toggle("신청 진행"));
	const topics = { ...ALL, applications: false };
	await waitFor(() => expect(profileDb.settings).toEqual({ alimtalk: true, sms: true, topics }));
	expect(await toggle("신청 진행")).not.toBeChecked();
	expect(await toggle("결과")).toBeChecked();
});

it("quick_changes_are_all_kept", async () => {
	const { user } = show();
	await user.click(await toggle("결과"));
	await user.click(await toggle("청구와 결제"));
	await user.click(await toggle("문자"));
	const topics = { results: false, applications: true, claims: false };
	await waitFor(() => expect(profileDb.settings).toEqual({ alimtalk: true, sms: false, topics }));
});

it("without_a_channel_topics_are_of_no_use", async () => {
	const { user } = show();
	await user.click(await toggle("문자"));
	await user.click(await toggle("카카오톡 알림톡"));
	expect(await screen.findByText(/둘 다 꺼져 있어서/)).toBeInTheDocument();
	expect(await toggle("결과")).toBeDisabled();
	await user.click(await toggle("문자"));
	await waitFor(() => expect(screen.getByRole("switch", { name: "결과" })).toBeEnabled());
});

it("failed_change_is_taken_back_and_explained", async () => {
	const failure = () => problem(503, "unavailable", "잠시 뒤에 다시 해 주세요.");
	server.use(http.put(SETTINGS, failure, { once: true }));
	const { user } = show();
	await user.click(await toggle("결과"));
	expect(await screen.findByRole("alert")).toHaveTextContent("잠시 뒤에 다시 해 주세요.");
	expect(await toggle("결과")).toBeChecked();
	await user.click(await toggle("결과"));
	await waitFor(() => expect(profileDb.settings.topics.results).toBe(false));
	expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("settings_that_cannot_be_read_offer_retry", async () => {
	server.use(http.get(SETTINGS, () => HttpResponse.error()));
	const { user } = show();
	const retry = await screen.findByRole("button", { name: "다시 시도" }, { timeout: 4000 });
	server.resetHandlers();
	await user.click(retry);
	expect(await toggle("결과")).toBeChecked();
});
