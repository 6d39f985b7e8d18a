import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

const open = (id: number) => renderClinic(`/clinic/applications/${id}`);

beforeEach(staffSignedIn);

it("patient_is_asked_to_accept_the_name_on_an_id", async () => {
	const { user } = open(102);
	await user.click(await screen.findByRole("button", { name: "그 밖의 작업" }));
	await user.click(await screen.findByRole("menuitem", { name: "이름 바꾸기 요청" }));
	const dialog = within(await screen.findByRole("dialog", { name: "계정 이름 바꾸기 요청" }));
	await user.click(dialog.getByRole("button", { name: "요청 보내기" }));
	expect(await dialog.findAllByText("꼭 필요해요.")).toHaveLength(2);
	await user.type(dialog.getByRole("textbox", { name: "신분증의 이름" }), "김하늬");
	await user.selectOptions(dialog.getByRole("combobox", { name: "확인한 신분증" }), "주민등록증");
	await user.click(dialog.getByRole("button", { name: "요청 보내기" }));
	expect(await screen.findByText(/환자에게 요청을 보냈어요/)).toBeInTheDocument();
});

it("walk_in_cannot_be_asked_for_a_name_change", async () => {
	const walkIn = clinicDb.applications.find((each) => each.kind === "walk_in");
	const { user } = open(walkIn?.id ?? 0);
	await user.click(await screen.findByRole("button", { name: "그 밖의 작업" }));
	expect(await screen.findByRole("menuitem", { name: "계정에 연결" })).toBeInTheDocument();
	expect(screen.queryByRole("menuitem", { name: "이름 바꾸기 요청" })).toBeNull();
});
