import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { INSTITUTIONS } from "../../../mocks/clinic-seeds";
import { db } from "../../../mocks/db";
import { goOffline } from "../../../test/offline";
import { renderScreen, signedIn } from "../../../test/render";
import ApplyTci from "./apply-tci";
import SelfCheck from "./self-check";

const CLINIC = INSTITUTIONS[1] as (typeof INSTITUTIONS)[number];
/** Long enough for a request that would be sent on its own. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

beforeEach(async () => {
	vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	await signedIn();
});
afterEach(() => vi.restoreAllMocks());

it("offline_application_fails_at_once_not_later", async () => {
	const count = clinicDb.applications.length;
	const { user } = renderScreen(ApplyTci, `/apply-tci?institutionId=${CLINIC.id}`, { person: true });
	await screen.findByRole("heading", { level: 1, name: "누가 받으시나요?" });
	await user.click(await screen.findByRole("button", { name: "다음" }));
	for (const name of [/건강정보/, new RegExp(CLINIC.name)])
		await user.click(await screen.findByRole("checkbox", { name }));
	const { tried, reconnect } = goOffline();
	await user.click(screen.getByRole("button", { name: "신청하기" }));
	expect(await screen.findByRole("alert")).toHaveTextContent(/서버에 연결하지 못했어요/);
	expect(tried.filter((each) => !each.startsWith("GET"))).toEqual(["PUT /api/v1/patients/consents"]);
	reconnect();
	await pause();
	expect(db.consents).toEqual([]);
	expect(clinicDb.applications).toHaveLength(count);
	await user.click(screen.getByRole("button", { name: "신청하기" }));
	expect(await screen.findByText("김하늘 님의 신청을 보냈어요")).toBeInTheDocument();
	expect(clinicDb.applications).toHaveLength(count + 1);
});

it("offline_consent_fails_at_once_not_later", async () => {
	const { user } = renderScreen(SelfCheck, "/self-check", { person: true });
	const agree = await screen.findByRole("button", { name: "동의하고 시작하기" });
	const { tried, reconnect } = goOffline();
	await user.click(agree);
	expect(await screen.findByRole("alert")).toHaveTextContent(/동의를 저장하지 못했어요/);
	expect(tried).toContain("PUT /api/v1/patients/consents");
	reconnect();
	await pause();
	expect(db.consents).toEqual([]);
	expect(screen.queryByRole("button", { name: "촬영하기" })).toBeNull();
	await user.click(agree);
	expect(await screen.findByRole("button", { name: "촬영하기" })).toBeInTheDocument();
	await waitFor(() => expect(db.consents.map(({ kind }) => kind)).toEqual(["health"]));
});
