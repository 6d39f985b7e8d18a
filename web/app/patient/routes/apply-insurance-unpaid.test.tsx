import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { readClaim } from "~/patient/features/insurance/claim-draft";
import { INSTITUTIONS } from "../../../mocks/clinic-seeds";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import type { Schemas } from "../../../mocks/responses";
import { atPay, type Popup, popupWindow } from "../../../test/claim";
import { renderScreen, signedIn } from "../../../test/render";
import ApplyInsurance from "./apply-insurance";

const CLINIC = INSTITUTIONS[1] as (typeof INSTITUTIONS)[number];
const TEXT = "같은 서류를 요청한 청구가 결제를 기다리고 있어요.";
let popup: Popup;

/** The server's problem when the response to an earlier claim was lost. */
function unpaidClaim() {
	const body: Schemas["Problem"] & { insuranceId: number } = {
		type: "/problems/unpaid_claim",
		title: "",
		status: 409,
		code: "unpaid_claim",
		detail: TEXT,
		insuranceId: 71,
	};
	return HttpResponse.json<Schemas["Problem"]>(body, {
		status: 409,
		headers: { "Content-Type": "application/problem+json" },
	});
}

beforeEach(async () => {
	vi.spyOn(window, "scrollTo").mockImplementation(() => {});
	popup = popupWindow();
	await signedIn();
});

it.each(["7,260원 결제하기", "청구만 하고 나중에 결제"])(
	"unpaid_claim_is_opened_instead_of_repeated: %s",
	async (button) => {
		server.use(http.post("/patients/payments", unpaidClaim), http.post("/patients/insurances", unpaidClaim));
		const { user } = renderScreen(ApplyInsurance, `/apply-insurance?institutionId=${CLINIC.id}`, {
			person: true,
		});
		await atPay(user);
		await user.click(screen.getByRole("button", { name: button }));
		expect(await screen.findByRole("alert")).toHaveTextContent(TEXT);
		expect(screen.getAllByRole("alert")).toHaveLength(1);
		if (popup.open.mock.calls.length > 0) expect(popup.close).toHaveBeenCalled();
		await user.click(screen.getByRole("button", { name: "결제를 기다리는 청구 보기" }));
		expect(await screen.findByLabelText("address")).toHaveTextContent("/insurance/71");
		await waitFor(() => expect(readClaim()).toBeNull());
	},
);
