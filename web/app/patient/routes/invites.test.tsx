import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem, unauthorized } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import Invites from "./invites";

const show = (query: string) => renderScreen(Invites, `/invites${query}`);
const uses = () => clinicDb.invites[0]?.uses;
const expectPath = (path: string) =>
	expect(screen.findByRole("status", { name: "address" })).resolves.toHaveTextContent(path);
const apply = () => screen.findByRole("button", { name: "이 치과에 신청하기" });

it("invite_without_code_goes_home", async () => {
	await signedIn();
	show("");
	await expectPath("/");
});

it("invite_names_clinic_before_acceptance", async () => {
	show("?code=k7Qm2xPd");
	expect(await screen.findByRole("heading", { name: "혀봄치과의원에서 초대했어요" })).toBeInTheDocument();
	expect(uses()).toBe(0);
});

it("accepted_invite_opens_application", async () => {
	await signedIn();
	const { user } = show("?code=k7Qm2xPd");
	await user.click(await apply());
	await expectPath("/apply-tci?institutionId=");
	expect(uses()).toBe(1);
});

it("visitor_signs_in_and_returns_to_invite", async () => {
	const { user } = show("?code=k7Qm2xPd");
	await user.click(await apply());
	await expectPath("/auth/signin?redirect=%2Finvites%3Fcode%3Dk7Qm2xPd");
	expect(uses()).toBe(0);
});

it("expired_session_signs_in_and_returns", async () => {
	await signedIn();
	server.use(http.post("/patients/accept-invite", () => unauthorized()));
	const { user } = show("?code=k7Qm2xPd");
	await user.click(await apply());
	await expectPath("/auth/signin?redirect=%2Finvites%3Fcode%3Dk7Qm2xPd");
	expect(document.cookie).not.toContain("authorization=offline");
});

it("expired_invite_shows_reason", async () => {
	server.use(
		http.get("/patients/invites/{code}", () => problem(410, "invite_expired", "초대 기간이 끝났어요.")),
	);
	show("?code=old");
	expect(await screen.findByRole("alert")).toHaveTextContent("초대 기간이 끝났어요.");
	expect(screen.getByRole("link", { name: "홈으로" })).toHaveAttribute("href", "/");
});

it("too_many_invite_requests_ask_to_wait", async () => {
	server.use(
		http.get("/patients/invites/{code}", () => problem(429, "too_many_requests", "10초 뒤에 시도해 주세요.")),
	);
	show("?code=old");
	expect(await screen.findByRole("alert")).toHaveTextContent(
		"요청이 많았어요. 잠시 뒤에 다시 시도해 주세요.",
	);
});

it("failed_acceptance_shows_reason", async () => {
	await signedIn();
	server.use(
		http.post("/patients/accept-invite", () => problem(409, "invite_used_up", "이미 모두 사용된 초대예요.")),
	);
	const { user } = show("?code=k7Qm2xPd");
	await user.click(await apply());
	expect(await screen.findByRole("alert")).toHaveTextContent("이미 모두 사용된 초대예요.");
});
