import { useEffect, useRef, useState } from "react";
import type { PhoneProof } from "~/patient/ui/use-phone-code";
import type { SocialProfile } from "~/shared/api/types";
import { readCredential } from "~/shared/lib/cookies";
import { forgetDraft, readDraft, saveDraft } from "~/shared/lib/draft";
import { useHydrated } from "~/shared/lib/use-hydrated-search-params";
import { forgetIdentity } from "./identity";
import type { SignUpValues } from "./schema";

const KEY = "signUpDraft";

/** What was typed; a password is never part of it. */
interface SignUpDraft {
	values: Partial<SignUpValues>;
	/** The confirmed number. */
	phone: PhoneProof | null;
	/** The social sign-in that the form was opened by. */
	social: string | null;
}

/** The draft of this very sign-up: one started by another social sign-in, or without one, is somebody else's. */
function readSignUpDraft(social: string | null): SignUpDraft | null {
	const draft = readDraft<SignUpDraft>(KEY);
	return draft?.values && (draft.social ?? null) === social ? draft : null;
}

/** Reads the draft once the browser can be looked at. Returns whether there was one. */
export function useRestoredDraft(social: string | null, restore: (draft: SignUpDraft) => void): boolean {
	const isHydrated = useHydrated();
	const [hasDraft, setDraft] = useState(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the browser can be looked at
	useEffect(() => {
		const draft = isHydrated ? readSignUpDraft(social) : null;
		if (!draft) return;
		restore(draft);
		setDraft(true);
	}, [isHydrated]);
	return hasDraft;
}

/** What a provider knows of the person, as the form has it. */
export const valuesOf = (profile: SocialProfile): Partial<SignUpValues> => ({
	name: profile.name ?? "",
	email: profile.email ?? "",
	phoneNumber: profile.phone ?? "",
	birth: profile.birth?.replaceAll(/\D/g, "") ?? "",
	gender: String(profile.gender ?? ""),
});

/** Keeps the form when it is left without having been sent. */
export function useSignUpDraft(current: () => SignUpDraft): void {
	const latest = useRef(current);
	latest.current = current;
	useEffect(() => {
		const keep = () => {
			const { values, ...rest } = latest.current();
			const { password, verifyPassword, ...kept } = values;
			if (Object.values(kept).some(Boolean)) saveDraft(KEY, { values: kept, ...rest });
		};
		window.addEventListener("pagehide", keep);
		return () => {
			window.removeEventListener("pagehide", keep);
			if (!readCredential(document.cookie)) return keep();
			// A user with a session has signed up: nothing of the form stays behind.
			forgetDraft(KEY);
			forgetIdentity();
		};
	}, []);
}
