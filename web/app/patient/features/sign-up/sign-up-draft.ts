import { useEffect, useRef, useState } from "react";
import type { PhoneProof } from "~/patient/ui/use-phone-code";
import type { SocialProfile } from "~/shared/api/types";
import { readCredential } from "~/shared/lib/cookies";
import { forgetDraft, readDraft, saveDraft } from "~/shared/lib/draft";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";
import { forgetIdentity } from "./identity";
import type { SignUpValues } from "./schema";

/** Nobody is signed in yet. */
const KEY = "patient::signUp";

/** The typed values, never with a password. */
interface SignUpDraft {
	values: Partial<SignUpValues>;
	/** The confirmed number. */
	phone: PhoneProof | null;
	/** The token of the social sign-in that opened the form. */
	social: string | null;
}

/** The draft of this sign-up. A draft with another social token, or without one, belongs to another sign-up. */
function readSignUpDraft(social: string | null): SignUpDraft | null {
	const draft = readDraft<SignUpDraft>(KEY);
	return draft?.values && (draft.social ?? null) === social ? draft : null;
}

/** Restores the draft after hydration. Returns whether there was one. */
export function useRestoredDraft(social: string | null, restore: (draft: SignUpDraft) => void): boolean {
	const isHydrated = useHydrated();
	const [hasDraft, setDraft] = useState(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
	useEffect(() => {
		const draft = isHydrated ? readSignUpDraft(social) : null;
		if (!draft) return;
		restore(draft);
		setDraft(true);
	}, [isHydrated]);
	return hasDraft;
}

/** A provider's profile as values of the form. */
export const valuesOf = (profile: SocialProfile): Partial<SignUpValues> => ({
	name: profile.name ?? "",
	email: profile.email ?? "",
	phoneNumber: profile.phone ?? "",
	birth: profile.birth?.replaceAll(/\D/g, "") ?? "",
	gender: String(profile.gender ?? ""),
});

/** Stores the form when it is left without being submitted, and forgets the identity that was verified for it. */
export function useSignUpDraft(current: () => SignUpDraft): void {
	const latest = useRef(current);
	latest.current = current;
	const isMounted = useRef(false);
	useEffect(() => {
		isMounted.current = true;
		const save = () => {
			const { values, ...rest } = latest.current();
			const { password, verifyPassword, ...storable } = values;
			if (Object.values(storable).some(Boolean)) saveDraft(KEY, { values: storable, ...rest });
		};
		window.addEventListener("pagehide", save);
		return () => {
			window.removeEventListener("pagehide", save);
			isMounted.current = false;
			// React's strict mode mounts a component twice, which does not leave the form.
			queueMicrotask(() => isMounted.current || forgetIdentity());
			// A patient with a session has signed up: nothing of the form is kept.
			if (readCredential(document.cookie)) forgetDraft(KEY);
			else save();
		};
	}, []);
}
