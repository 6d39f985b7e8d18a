import { readFileSync } from "node:fs";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { setLanguage } from "~/i18n/i18n";
import Bell from "~/patient/layouts/bell";
import { logOut } from "~/patient/session/session";
import { db, NOTIFICATIONS } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { NOTIFICATION_TEXTS } from "../../../mocks/notification-texts";
import { problem } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import Notifications from "./notifications";

const show = () =>
	renderScreen(
		() => (
			<>
				<Bell isScrolled={false} />
				<Notifications />
			</>
		),
		"/notifications",
		{ person: true },
	);
const row = (name: RegExp) => screen.findByRole("link", { name });

beforeEach(signedIn);

it("list_is_newest_first_with_unread_marked", async () => {
	show();
	const items = await screen.findAllByRole("listitem");
	expect(items.map((item) => item.textContent)).toEqual([
		expect.stringMatching(/새 알림.*설태 지수 39%10:31$/),
		expect.stringMatching(/새 알림.*10:31$/),
		expect.stringMatching(/^(?!.*새 알림).*설태 지수 39%10:31$/),
		expect.stringMatching(/^(?!.*새 알림).*설태 지수 \d\d%10:31$/),
	]);
	expect(screen.getAllByRole("heading", { level: 2 }).map((each) => each.textContent)).toEqual([
		"2026-11-20",
		"2026-11-07",
		"2026-10-21",
		"2026-10-03",
	]);
	expect(screen.getByRole("link", { name: "알림톡·문자로도 받기" })).toHaveAttribute(
		"href",
		"/account/notifications",
	);
	expect(screen.getByText("읽지 않은 알림이 2개 있어요.")).toBeInTheDocument();
	expect(await row(/^알림, 읽지 않은 알림 2개$/)).toHaveAttribute("aria-current", "page");
});

it("opened_notification_is_read_and_leads_on", async () => {
	const { user } = show();
	await user.click(within(await screen.findByRole("region", { name: "2026-11-20" })).getByRole("link"));
	expect(await screen.findByRole("status", { name: "address" })).toHaveTextContent("/self-check/5");
	await waitFor(() => expect(db.notifications[0]?.readAt).not.toBeNull());
	expect(db.notifications[1]?.readAt).toBeNull();
});

it("notifications_group_by_korean_day", async () => {
	const [first] = NOTIFICATIONS;
	if (!first) throw new Error("no notifications");
	const now = Date.now();
	const at = (ago: number) => new Date(now - ago).toISOString();
	db.notifications = [
		{ ...first, id: 3, createdAt: at(0) },
		{ ...first, id: 2, kind: "tci_received", link: "/apply-history/101", createdAt: at(24 * 60 * 60 * 1000) },
	];
	show();
	expect(within(await screen.findByRole("region", { name: "오늘" })).getAllByRole("listitem")).toHaveLength(
		1,
	);
	expect(screen.getByRole("region", { name: "어제" })).toHaveTextContent("혀봄치과의원");
});

it("read_all_clears_list_and_bell", async () => {
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "모두 읽음" }));
	expect(await screen.findByText("모두 읽었어요.")).toBeInTheDocument();
	expect(await row(/^알림$/)).toBeInTheDocument();
	expect(screen.queryByRole("button", { name: "모두 읽음" })).toBeNull();
	await waitFor(() => expect(db.notifications.every((each) => each.readAt !== null)).toBe(true));
});

it("failed_read_all_restores_unread", async () => {
	server.use(http.post("/patients/notifications/read", () => problem(500, "internal", "문제가 생겼어요.")));
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "모두 읽음" }));
	expect(await screen.findByRole("button", { name: "모두 읽음" })).toBeInTheDocument();
	expect(await screen.findByText("읽지 않은 알림이 2개 있어요.")).toBeInTheDocument();
});

// A link to another site is not followed.
it("notification_without_link_is_read_in_place", async () => {
	const [first, second] = NOTIFICATIONS;
	if (!first || !second) throw new Error("no notifications");
	db.notifications = [
		{ ...first, link: null },
		{ ...second, link: "//elsewhere.example" },
	];
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: /분석 결과가 나왔어요/ }));
	expect(await row(/^알림, 읽지 않은 알림 1개$/)).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: /사진을 분석하지 못했어요/ }));
	expect(await screen.findByText("모두 읽었어요.")).toBeInTheDocument();
	expect(await screen.findByRole("button", { name: /사진을 분석하지 못했어요/ })).toHaveFocus();
	expect(await row(/^알림$/)).toBeInTheDocument();
});

it("notifications_follow_language", async () => {
	show();
	expect(await screen.findAllByText("분석 결과가 나왔어요")).toHaveLength(3);
	await act(() => setLanguage("en"));
	expect(await screen.findAllByText("Your result is ready")).toHaveLength(3);
	expect(screen.queryByText("분석 결과가 나왔어요")).toBeNull();
});

it("mock_texts_match_server_texts", () => {
	for (const language of ["ko", "en"] as const) {
		const server = JSON.parse(readFileSync(`../api/messages/${language}.json`, "utf8"));
		expect(NOTIFICATION_TEXTS[language]).toEqual(server.notifications);
	}
});

it("earlier_notifications_load_on_demand", async () => {
	const [first] = NOTIFICATIONS;
	if (!first) throw new Error("no notifications");
	db.notifications = Array.from({ length: 25 }, (_, at) => ({ ...first, id: 25 - at }));
	const { user } = show();
	expect(await screen.findAllByRole("listitem")).toHaveLength(20);
	expect(await row(/읽지 않은 알림 25개/)).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "지난 알림 더 보기" }));
	await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(25));
	expect(screen.queryByRole("button", { name: "지난 알림 더 보기" })).toBeNull();
});

it("empty_list_is_explained", async () => {
	db.notifications = [];
	show();
	expect(await screen.findByRole("heading", { name: "아직 알림이 없어요" })).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "알림" })).toBeInTheDocument();
});

it("failed_list_can_be_reloaded", async () => {
	const lost = () => problem(404, "unknown_tenant", "찾을 수 없어요.");
	server.use(http.get("/patients/notifications", lost, { once: true }));
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "다시 시도" }));
	expect(await screen.findAllByRole("listitem")).toHaveLength(4);
});

// It is cleared at sign-out and fetched again when the page becomes visible.
it("bell_count_follows_session_and_focus", async () => {
	renderScreen(() => <Bell isScrolled={false} />, "/terms");
	expect(await row(/읽지 않은 알림 2개/)).toBeInTheDocument();
	await logOut(() => undefined);
	expect(await row(/^알림$/)).toBeInTheDocument();
	await signedIn();
	db.notifications = db.notifications.slice(1);
	document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
	expect(await row(/읽지 않은 알림 1개/)).toBeInTheDocument();
});
