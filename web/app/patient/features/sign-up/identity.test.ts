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

it("keeps an identity for thirty minutes from the check's beginning", () => {
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

it("counts from now when the beginning is not known or lies ahead", () => {
	for (const began of [null, "soon", String(Date.now() + LIFETIME)]) {
		if (began !== null) localStorage.setItem("identityStartedAt", began);
		finishIdentity(VERIFICATION);
		const { expiresAt } = JSON.parse(localStorage.getItem("authInfo") ?? "");
		expect(expiresAt - Date.now(), String(began)).toBe(LIFETIME);
	}
});

it("takes another check for a new one", () => {
	finishIdentity(VERIFICATION);
	const { result } = renderHook(useIdentity);
	act(() => vi.advanceTimersByTime(LIFETIME));
	expect(result.current.isExpired).toBe(true);
	act(() => finishIdentity(VERIFICATION));
	expect(result.current).toMatchObject({ info: VERIFICATION, isExpired: false });
});

it("leaves nothing behind after the sign-up", () => {
	startIdentity(null);
	finishIdentity(VERIFICATION);
	forgetIdentity();
	expect(Object.keys(localStorage)).toEqual([]);
});

it("is gone at the next visit once it is too old or unreadable, and stays before", () => {
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
