import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { VERIFICATION } from "../../../../mocks/auth";
import { dropStaleIdentity, finishIdentity, forgetIdentity, startIdentity, useIdentity } from "./identity";

const MINUTE = 60_000;
/** The server's lifetime of a verification, from the start of the check to the sign-up. */
const LIFETIME = 30 * MINUTE;

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(window, "open").mockReturnValue({} as Window);
});
afterEach(() => vi.useRealTimers());

// The thirty minutes start with the check, not with its result.
it("identity_expires_after_thirty_minutes", () => {
	startIdentity(null);
	vi.advanceTimersByTime(4 * MINUTE);
	finishIdentity(VERIFICATION);
	const { result } = renderHook(useIdentity);
	expect(result.current).toMatchObject({ info: VERIFICATION, isExpired: false });
	act(() => vi.advanceTimersByTime(LIFETIME - 4 * MINUTE - 1));
	expect(result.current.info).not.toBeNull();
	act(() => vi.advanceTimersByTime(1));
	expect(result.current).toMatchObject({ info: null, isExpired: true });
	expect(localStorage.getItem("authInfo")).toBeNull();
});

// The start is unknown, unreadable or in the future.
it("lifetime_starts_now_without_valid_start", () => {
	for (const began of [null, "soon", String(Date.now() + LIFETIME)]) {
		if (began !== null) localStorage.setItem("identityStartedAt", began);
		finishIdentity(VERIFICATION);
		const { expiresAt } = JSON.parse(localStorage.getItem("authInfo") ?? "");
		expect(expiresAt - Date.now(), String(began)).toBe(LIFETIME);
	}
});

it("new_check_replaces_expired_identity", () => {
	finishIdentity(VERIFICATION);
	const { result } = renderHook(useIdentity);
	act(() => vi.advanceTimersByTime(LIFETIME));
	expect(result.current.isExpired).toBe(true);
	act(() => finishIdentity(VERIFICATION));
	expect(result.current).toMatchObject({ info: VERIFICATION, isExpired: false });
});

it("forget_identity_clears_storage", () => {
	startIdentity(null);
	finishIdentity(VERIFICATION);
	forgetIdentity();
	expect(Object.keys(localStorage)).toEqual([]);
});

// It is expired or unreadable; a valid one stays.
it("stale_identity_is_dropped_at_next_visit", () => {
	finishIdentity(VERIFICATION);
	dropStaleIdentity();
	expect(localStorage.getItem("authInfo")).not.toBeNull();
	vi.advanceTimersByTime(LIFETIME);
	dropStaleIdentity();
	expect(Object.keys(localStorage)).toEqual([]);
	localStorage.setItem("authInfo", "{");
	dropStaleIdentity();
	expect(localStorage.getItem("authInfo")).toBeNull();
});
