import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import { clinicDb } from "../../../mocks/clinic-db";
import { permissionsOf } from "../../../mocks/clinic-roles";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { notFound, problem } from "../../../mocks/responses";
import { renderClinic, staffSignedIn } from "../../../test/render-clinic";

beforeEach(staffSignedIn);

it("patient_found_by_name_opens_the_record", async () => {
	const { user } = renderClinic("/clinic/patients");
	expect(await screen.findByRole("heading", { name: "최근에 신청한 환자" })).toBeInTheDocument();
	expect(screen.getByRole("link", { name: "환자" })).toHaveAttribute("aria-current", "page");
	await user.type(screen.getByRole("searchbox", { name: "환자 검색" }), "박서");
	await screen.findByRole("heading", { name: "검색 결과" });
	await waitFor(() => expect(screen.getAllByRole("link", { name: /신청/ })).toHaveLength(1));
	const row = screen.getByRole("link", { name: /박서연.*현장 접수.*신청 1건/ });
	await user.click(row);
	expect(await screen.findByRole("heading", { level: 1, name: "박서연" })).toBeInTheDocument();
});

it("patient_search_is_kept_on_back", async () => {
	const { user } = renderClinic("/clinic/patients");
	await user.type(await screen.findByRole("searchbox", { name: "환자 검색" }), "박서");
	await screen.findByRole("heading", { name: "검색 결과" });
	await user.click(await screen.findByRole("link", { name: /박서연.*신청 1건/ }));
	await user.click(await screen.findByRole("link", { name: "환자 목록으로" }));
	expect(await screen.findByRole("searchbox", { name: "환자 검색" })).toHaveValue("박서");
	expect(screen.getByRole("heading", { name: "검색 결과" })).toBeInTheDocument();
});

it("search_without_a_match_says_so", async () => {
	const { user } = renderClinic("/clinic/patients");
	await user.type(await screen.findByRole("searchbox", { name: "환자 검색" }), "없는사람");
	expect(await screen.findByText("찾는 환자가 없어요.")).toBeInTheDocument();
});

it("record_shows_trend_photos_visits_and_claims", async () => {
	const { user } = renderClinic("/clinic/patients/101");
	expect(await screen.findByRole("heading", { level: 1, name: "김하늘" })).toBeInTheDocument();
	const trend = within(screen.getByRole("img", { name: /분석 3번의 설태 지수/ }));
	// Text in the SVG would shrink with the screen.
	for (const label of ["0", "30", "60", "100", "2026-11-05"]) {
		expect(trend.getByText(label).closest("svg")).toBeNull();
	}
	const compare = within(screen.getByRole("region", { name: /사진 비교/ }));
	// The newest visit with both photos; the one after it has only one.
	expect(compare.getAllByRole("img", { name: "검진에 쓴 혀 사진" })).toHaveLength(2);
	expect(compare.getByText(/설태가 \d+%p 줄었어요/)).toBeInTheDocument();
	const visits = within(screen.getByRole("region", { name: /신청과 분석 2/ }));
	const [newest] = visits.getAllByRole("button", { name: "사진 비교" });
	if (newest) await user.click(newest);
	expect(compare.getByText("사진이 없어요")).toBeInTheDocument();
	expect(visits.getAllByRole("link", { name: "열기" })[1]).toHaveAttribute(
		"href",
		"/clinic/applications/101",
	);
	expect(await screen.findByRole("heading", { name: "보험서류 청구" })).toBeInTheDocument();
});

it("two_photos_of_one_visit_are_no_trend", async () => {
	clinicDb.applications = clinicDb.applications.filter(({ id, patientInstitution }) => {
		return id === 101 || patientInstitution.name !== "김하늘";
	});
	renderClinic("/clinic/patients/101");
	const compare = within(await screen.findByRole("region", { name: /사진 비교/ }));
	expect(compare.getAllByRole("img", { name: "검진에 쓴 혀 사진" })).toHaveLength(2);
	expect(screen.queryByRole("heading", { name: "설태 지수 변화" })).toBeNull();
});

it("claims_are_hidden_without_permission", async () => {
	clinicDb.staff = {
		...clinicDb.staff,
		role: "analysis_expert",
		permissions: permissionsOf("analysis_expert"),
	};
	renderClinic("/clinic/patients/101");
	await screen.findByRole("heading", { level: 1, name: "김하늘" });
	expect(screen.queryByRole("heading", { name: "보험서류 청구" })).toBeNull();
});

it("unknown_record_says_so_and_failed_one_retries", async () => {
	const first = renderClinic("/clinic/patients/999");
	expect(await screen.findByText("환자 기록을 찾을 수 없어요")).toBeInTheDocument();
	first.unmount();
	server.use(
		http.get("/institutions/tcis/{id}/record", () => problem(403, "forbidden", "지금은 볼 수 없어요."), {
			once: true,
		}),
	);
	const { user } = renderClinic("/clinic/patients/101");
	await user.click(await screen.findByRole("button", { name: "다시 시도" }));
	expect(await screen.findByRole("heading", { level: 1, name: "김하늘" })).toBeInTheDocument();
});

it("older_visits_load_on_request", async () => {
	let before = "";
	server.use(
		http.get("/institutions/tcis/{id}/record", ({ query }) => {
			before = query.get("before") ?? "";
			const [newest, oldest] = [clinicDb.applications[4], clinicDb.applications[0]];
			if (!newest || !oldest) return notFound();
			const person = newest.patientInstitution;
			return HttpResponse.json(
				before ? { person, clinics: [oldest], next: null } : { person, clinics: [newest], next: 105 },
			);
		}),
	);
	const { user } = renderClinic("/clinic/patients/105");
	await user.click(await screen.findByRole("button", { name: "더 보기" }));
	await waitFor(() => expect(screen.getAllByRole("link", { name: "열기" })).toHaveLength(2));
	expect(before).toBe("105");
});
