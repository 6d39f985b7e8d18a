import { screen } from "@testing-library/react";
import { http } from "msw";
import { expect, it } from "vitest";
import { problem } from "../../mocks/answers";
import { clinicDb } from "../../mocks/clinic-db";
import { server } from "../../mocks/node";
import { renderScreen, signedIn } from "../../test/render";
import Invites from "./invites";

const show = (query: string) => renderScreen(Invites, `/invites${query}`);
const uses = () => clinicDb.invites[0]?.uses;
const landed = (path: string) =>
	expect(screen.findByRole("status", { name: "address" })).resolves.toHaveTextContent(path);

it("goes home without a code", async () => {
	await signedIn();
	show("");
	await landed("/");
});

it("accepts the invitation of somebody signed in, and goes home", async () => {
	await signedIn();
	show("?code=k7Qm2xPd");
	await landed("/");
	expect(uses()).toBe(1);
});

it("sends somebody signed out to sign-in, with the way back and the code", async () => {
	show("?code=k7Qm2xPd");
	await landed("/auth/signin?redirect=%2Finvites%3Fcode%3Dk7Qm2xPd");
	expect(uses()).toBe(0);
});

it("does the same when the session has run out", async () => {
	await signedIn();
	server.use(http.post("*/accept-invite", () => problem(401, "unauthorized", "로그인이 필요해요.")));
	show("?code=k7Qm2xPd");
	await landed("/auth/signin?redirect=%2Finvites%3Fcode%3Dk7Qm2xPd");
	expect(document.cookie).not.toContain("authorization=offline");
});

it.each([
	[404, "invalid_invite"],
	[410, "invite_expired"],
	[409, "invite_used_up"],
])("passes over a failed acceptance (%s %s) and goes home", async (status, code) => {
	await signedIn();
	server.use(http.post("*/accept-invite", () => problem(status, code, code)));
	show("?code=old");
	await landed("/");
});

it("passes over a lost connection, too", async () => {
	await signedIn();
	server.use(http.post("*/accept-invite", () => Response.error()));
	show("?code=k7Qm2xPd");
	await landed("/");
});
