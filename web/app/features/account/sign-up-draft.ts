import { useEffect, useRef } from "react";
import type { SocialProfile } from "~/lib/api/types";
import { readCredential } from "~/lib/cookies";
import { forgetDraft, readDraft, saveDraft } from "~/lib/draft";
import { forgetIdentity } from "./identity";
import type { SignUpValues } from "./sign-up-body";

const KEY = "signUpDraft";

export interface SignUpDraft {
	values: Partial<SignUpValues>;
	gender: string;
}

export const readSignUpDraft = () => readDraft<SignUpDraft>(KEY);

/** What the form begins with: what was typed before, else what the provider told. */
export function startOf(draft: SignUpDraft | null, profile: SocialProfile | null): SignUpDraft {
	const told: Partial<SignUpValues> = {
		name: profile?.name ?? "",
		email: profile?.email ?? "",
		phoneNumber: profile?.phone ?? "",
		birth: profile?.birth?.replaceAll(/\D/g, "") ?? "",
	};
	const typed = Object.fromEntries(Object.entries(draft?.values ?? {}).filter(([, value]) => value));
	const gender = draft?.gender || String(profile?.gender ?? "");
	return { values: { ...told, ...typed }, gender };
}

/** Keeps the form when it is left without having been sent; the passwords are not kept. */
export function useSignUpDraft(values: () => SignUpValues, gender: string): void {
	const current = useRef(() => ({ values: values(), gender }));
	current.current = () => ({ values: values(), gender });
	useEffect(() => {
		const keep = () => {
			const { values: typed, gender: chosen } = current.current();
			const { password, verifyPassword, ...kept } = typed;
			if (Object.values(kept).some(Boolean)) saveDraft(KEY, { values: kept, gender: chosen });
		};
		window.addEventListener("pagehide", keep);
		return () => {
			window.removeEventListener("pagehide", keep);
			if (!readCredential(document.cookie)) return keep();
			// Whoever has a session has signed up: nothing of the form stays behind.
			forgetDraft(KEY);
			forgetIdentity();
		};
	}, []);
}
