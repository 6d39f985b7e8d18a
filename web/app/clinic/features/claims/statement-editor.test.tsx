import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import { clinicDb } from "../../../../mocks/clinic-db";
import { http } from "../../../../mocks/http";
import { changeStore, readStore } from "../../../../mocks/insurance-db";
import { server } from "../../../../mocks/node";
import { renderClinic, staffSignedIn } from "../../../../test/render-clinic";

const SEAL = { doctorName: "한지훈", doctorLicense: "12345", createdAt: "2026-11-02T01:00:00Z" };
const BY_HAND = /^등록된 직인이 없거나 쓸 수 없어요/;

let bodies: { seal?: boolean }[] = [];
beforeEach(() => {
	staffSignedIn();
	bodies = [];
	server.use(http.get("/institutions/seal", () => HttpResponse.json({ seal: SEAL })));
	server.events.removeAllListeners();
	server.events.on("request:start", async ({ request }) => {
		if (/\/documents\/\w+$/.test(request.url)) bodies.push(await request.clone().json());
	});
	changeStore((store) => {
		const own = store.claims.find(({ id }) => id === 70);
		if (own) own.options = { ...own.options, doctorSignature: true };
	});
});

async function openEditor() {
	const { user } = renderClinic("/clinic/insurances/70");
	await user.click(await screen.findByRole("button", { name: /직접 작성 ?진료비 세부/ }));
	await user.type(await screen.findByRole("textbox", { name: "1번째 줄 명칭" }), "레진 충전");
	await user.type(screen.getByRole("textbox", { name: "1번째 줄 단가" }), "80000");
	await user.type(screen.getByRole("textbox", { name: "1번째 줄 비급여" }), "80000");
	return user;
}
const choice = () => screen.queryByRole("checkbox", { name: /한지훈 의사의 서명을 이 서류에 넣어요/ });
const isIssued = () =>
	readStore()
		.claims.find(({ id }) => id === 70)
		?.documents.some(({ issued }) => issued);

it("stored_seal_signs_instead_of_the_doctor", async () => {
	const user = await openEditor();
	expect(choice()).not.toBeChecked();
	await user.click(screen.getByRole("button", { name: "PDF 만들기" }));
	expect(screen.getByRole("textbox", { name: "의사 이름" })).toBeInvalid();
	expect(bodies).toEqual([]);
	await user.click(choice() as HTMLElement);
	expect(screen.queryByRole("textbox", { name: "의사 이름" })).toBeNull();
	await user.click(screen.getByRole("button", { name: "PDF 만들기" }));
	await waitFor(() => expect(isIssued()).toBe(true));
	expect(bodies).toEqual([expect.objectContaining({ seal: true })]);
});

it("document_without_the_seal_is_made_unsigned", async () => {
	const user = await openEditor();
	await user.type(screen.getByRole("textbox", { name: "의사 이름" }), "한지훈");
	await user.type(screen.getByRole("textbox", { name: "면허번호" }), "12345");
	await user.click(screen.getByRole("button", { name: "PDF 만들기" }));
	await waitFor(() => expect(isIssued()).toBe(true));
	expect(bodies).toEqual([expect.objectContaining({ seal: false })]);
});

it.each(["no seal is stored", "the role may not use it"])("seal_is_not_offered_if_%s", async (reason) => {
	if (reason === "no seal is stored")
		server.use(http.get("/institutions/seal", () => HttpResponse.json({ seal: null })));
	else clinicDb.staff.permissions = clinicDb.staff.permissions.filter((each) => each !== "use_seal");
	await openEditor();
	expect(await screen.findByText(BY_HAND)).toBeInTheDocument();
	expect(choice()).toBeNull();
});
