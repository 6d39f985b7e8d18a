import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { consentStates } from "~/patient/features/privacy/consents";
import { queryClient } from "~/shared/api/query-client";
import type { Consent } from "~/shared/api/types";
import { db, SIGN_UP_CONSENTS } from "../../../mocks/db";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { problem } from "../../../mocks/responses";
import { renderScreen, signedIn } from "../../../test/render";
import AccountConsents from "./account-consents";

const health: Consent = {
	kind: "health",
	recipient: null,
	version: "2025-01-01",
	givenAt: "2026-10-01T03:00:00Z",
	withdrawnAt: null,
};
const show = () => renderScreen(AccountConsents, "/account/consents", { person: true });
const card = (name: RegExp) => screen.findByRole("region", { name });

beforeEach(async () => {
	db.consents = SIGN_UP_CONSENTS.map((each) => ({ ...each }));
	await signedIn();
});

// And its date; the terms offer account deletion instead of a withdrawal.
it("consent_shows_data_period_and_edition", async () => {
	db.consents.unshift({ ...health });
	show();
	const own = await card(/^건강정보 처리/);
	for (const text of ["동의함", "혀 사진, AI가 읽은 윤곽과 점수", "탈퇴 후 30일", "2026-10-01"]) {
		expect(within(own).getByText(text)).toBeInTheDocument();
	}
	expect(within(own).getByRole("link", { name: "2025-01-01 시행" })).toHaveAttribute(
		"href",
		"/privacy?version=2025-01-01#health",
	);
	const terms = await card(/^이용약관/);
	expect(within(terms).getByRole("link", { name: "2025-01-01 시행" })).toHaveAttribute(
		"href",
		"/terms?version=2025-01-01",
	);
	expect(within(terms).queryByRole("button")).toBeNull();
	expect(within(terms).getByRole("link", { name: "탈퇴하기" })).toHaveAttribute("href", "/account/leave");
	expect(within(await card(/^만 14세 이상/)).getByText("(필수)")).toBeInTheDocument();
});

it("health_consent_can_be_given", async () => {
	const { user } = show();
	const own = await card(/^건강정보 처리/);
	expect(within(own).getByText("동의 안 함")).toBeInTheDocument();
	await user.click(within(own).getByRole("button", { name: "동의하기" }));
	expect(await within(own).findByText("동의함")).toBeInTheDocument();
	expect(db.consents.filter((each) => each.kind === "health" && !each.withdrawnAt)).toHaveLength(1);
});

it("health_withdrawal_explains_effects_first", async () => {
	db.consents.unshift({ ...health });
	const { user } = show();
	const own = await card(/^건강정보 처리/);
	await user.click(within(own).getByRole("button", { name: "동의 거두기" }));
	const sheet = screen.getByRole("dialog", { name: "건강정보 동의를 거둘까요?" });
	expect(sheet).toHaveTextContent("자가 검진을 새로 하거나 사진을 다시 읽을 수 없어요.");
	await user.click(within(sheet).getByRole("button", { name: "그대로 두기" }));
	expect(db.consents[0]?.withdrawnAt).toBeNull();

	await user.click(within(own).getByRole("button", { name: "동의 거두기" }));
	await user.click(screen.getByRole("button", { name: "거두기" }));
	expect(await within(own).findByText("동의 안 함")).toBeInTheDocument();
	expect(screen.queryByRole("dialog")).toBeNull();
	expect(db.consents[0]?.withdrawnAt).not.toBeNull();
	expect(within(own).getByText(/^2026-10-01 동의, .* 거둠$/)).toBeInTheDocument();
});

// The server's reason is shown.
it("refused_withdrawal_keeps_consent", async () => {
	db.consents.unshift({ ...health });
	server.use(http.put("/patients/consents", () => problem(503, "unavailable", "잠시 뒤에 다시 해 주세요.")));
	const { user } = show();
	await user.click(await screen.findByRole("button", { name: "동의 거두기" }));
	await user.click(screen.getByRole("button", { name: "거두기" }));
	expect(await screen.findByRole("alert")).toHaveTextContent("잠시 뒤에 다시 해 주세요.");
	expect(within(await card(/^건강정보 처리/)).getByText("동의함")).toBeInTheDocument();
});

// Health comes first.
it("consents_group_by_kind_and_recipient", () => {
	const provide = (id: number, name: string, withdrawnAt: string | null): Consent => ({
		...health,
		kind: "provide",
		recipient: { kind: "clinic", id, name },
		withdrawnAt,
	});
	const withdrawn = { ...health, withdrawnAt: "2026-10-02T00:00:00Z" };
	const all = consentStates([
		// renamed since, and another clinic of the same name
		provide(1, "새밝은치과", null),
		provide(1, "밝은치과", "2026-10-05T00:00:00Z"),
		provide(2, "밝은치과", "2026-10-05T00:00:00Z"),
		withdrawn,
		...SIGN_UP_CONSENTS,
	]);
	expect(all.map(({ kind, recipient, current }) => [kind, recipient?.id ?? null, current !== null])).toEqual([
		["health", null, false],
		["training", null, false],
		["privacy", null, true],
		["terms", null, true],
		["age14", null, true],
		["provide", 1, true],
		["provide", 2, false],
	]);
	expect(all[0]?.earlier).toEqual([withdrawn]);
	expect(consentStates([]).map((each) => each.kind)).toEqual(["health", "training"]);
});

it("clinic_withdrawal_explains_effects_first", async () => {
	db.consents.push({ ...health, kind: "provide", recipient: { kind: "clinic", id: 3, name: "밝은치과" } });
	db.endings = {
		applications: [{ id: 5, institution: "밝은치과", createdAt: "2026-11-01T00:00:00Z" }],
		claims: [{ id: 7, institution: "밝은치과", createdAt: "2026-11-02T00:00:00Z", amount: 7_260 }],
		continuingClaims: [],
		unpaidClaims: [{ id: 9, institution: "밝은치과", createdAt: "2026-11-03T00:00:00Z", amount: 3_300 }],
		refund: 7_260,
	};
	const applications = ["get", "/patients/tcis", { params: { query: { limit: 100 } } }];
	queryClient.setQueryData(applications, { clinics: [], next: null });
	const { user } = show();
	const about = within((await screen.findByText("밝은치과")).closest("section") as HTMLElement);
	await user.click(about.getByRole("button", { name: "동의 거두기" }));
	const dialog = within(screen.getByRole("dialog", { name: "밝은치과에 대한 동의를 거둘까요?" }));
	expect(await dialog.findByText(/밝은치과에 2026-11-01 신청한 TCI 분석이 취소돼요/)).toBeInTheDocument();
	expect(
		dialog.getByText(/밝은치과에 청구하려던 서류\(2026-11-03, 3,300원\)가 지워져요/),
	).toBeInTheDocument();
	expect(dialog.getByText(/모두 7,260원을/)).toBeInTheDocument();
	await user.click(dialog.getByRole("button", { name: "거두기" }));
	expect(await about.findByText("동의 안 함")).toBeInTheDocument();
	expect(db.consents.find((each) => each.kind === "provide")?.withdrawnAt).not.toBeNull();
	expect(queryClient.getQueryState(applications)?.isInvalidated).toBe(true);
});

// A withdrawal explains its effects first.
it("training_consent_is_optional_and_revocable", async () => {
	const { user } = show();
	const own = await card(/^AI 학습에 사용/);
	expect(within(own).getByText("(선택)")).toBeInTheDocument();
	expect(within(own).getByText("동의 안 함")).toBeInTheDocument();
	for (const text of [
		/입 주변만 잘라서/,
		/\(해시\)으로 바꿔요/,
		/동의하지 않아도 검진과 진료는 똑같이/,
		/그 뒤의 모든 학습에서 빠져요/,
	]) {
		expect(within(own).getByText(text)).toBeInTheDocument();
	}
	const standing = () => db.consents.filter((each) => each.kind === "training" && !each.withdrawnAt);
	expect(standing()).toHaveLength(0);
	await user.click(within(own).getByRole("button", { name: "동의하기" }));
	expect(await within(own).findByText("동의함")).toBeInTheDocument();
	expect(standing()).toHaveLength(1);

	await user.click(within(own).getByRole("button", { name: "동의 거두기" }));
	const sheet = within(screen.getByRole("dialog", { name: "AI 학습 동의를 거둘까요?" }));
	expect(sheet.getByText(/앞으로의 학습과 시험에는/)).toBeInTheDocument();
	expect(standing()).toHaveLength(1);
	await user.click(sheet.getByRole("button", { name: "거두기" }));
	expect(await within(own).findByText("동의 안 함")).toBeInTheDocument();
	expect(standing()).toHaveLength(0);
	expect(await card(/^건강정보 처리/)).toBeInTheDocument();
});
