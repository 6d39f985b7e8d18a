import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ApplicationRequest } from "~/shared/api/types";
import { db } from "../../../../mocks/db";
import { useApplyDraft } from "./apply-draft";

/** Returns the key of an application that is sent after a reload, which leaves only the stored draft. */
function keyAfterReload(application: ApplicationRequest): string {
	const { result, unmount } = renderHook(() => useApplyDraft(db.patient));
	let key = "";
	act(() => {
		key = result.current.keyOf(application);
	});
	unmount();
	return key;
}

it("key_survives_reload_until_the_body_changes", () => {
	const application = {
		institutionId: 1,
		name: "김하늘",
		birth: "19910412",
		gender: 1,
		phoneNumber: "01012345678",
	};
	const first = keyAfterReload(application);
	expect(keyAfterReload({ ...application })).toBe(first);
	expect(keyAfterReload({ ...application, institutionId: 2 })).not.toBe(first);
});
