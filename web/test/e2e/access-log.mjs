import assert from "node:assert/strict";

/** What all that left in the access log: found by the patient's name, and counted in the month's review. */
export async function accessLog(clinic, words, { account, doctor }, look) {
	await clinic.getByRole("link", { name: words.accessLog, exact: true }).click();
	await clinic.getByRole("searchbox").fill(account.name);
	const entries = clinic.getByRole("list", { name: words.accessEntries });
	await entries.getByText(words.accessReleased).first().waitFor();
	await entries.getByRole("link").filter({ hasNotText: account.name }).first().waitFor({ state: "detached" });
	const whose = await entries.getByRole("link").allTextContents();
	assert.ok(whose.length > 5 && whose.every((text) => text.includes(account.name)), `${whose}`);
	await look("access-log");
	await clinic.getByRole("link", { name: words.accessReview }).click();
	await clinic.getByText(words.accessSound).waitFor();
	await clinic.getByRole("list", { name: words.accessMembers }).getByText(doctor.loginId).waitFor();
	await look("access-review");
}
