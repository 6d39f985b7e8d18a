import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { bundleKo } from "~/i18n/i18n";
import { opsEnglish } from "~/i18n/ops-english";
import opsQueues from "~/locales/ko/opsQueues.json";
import opsRecords from "~/locales/ko/opsRecords.json";
import { reasonText } from "./reason-text";

beforeAll(() => {
	bundleKo("opsQueues", opsQueues);
	bundleKo("opsRecords", opsRecords);
	for (const [name, texts] of Object.entries(opsEnglish)) i18next.addResourceBundle("en", name, texts);
});

it.each([
	["settlements_read 2026-11", "정산 조회 · 2026년 11월", "Read settlements · November 2026"],
	["payments_read", "결제 확인 조회", "Read payments to check"],
	[
		"access_log_searched by person, first day",
		"접속기록 찾기 · 환자, 시작일",
		"Searched the access log · patient, first day",
	],
	[
		"access_log_searched without a filter",
		"접속기록 찾기 · 조건 없음",
		"Searched the access log · no filter",
	],
	[
		"retention_run all tenants: 감사: 요청",
		"보관 기간 지난 정보 삭제 · 모든 테넌트 · 감사: 요청",
		"Ran retention · all tenants · 감사: 요청",
	],
	[
		"job_retried 17 (sweep): 복구",
		"작업 다시 시도 · 17 (보관 기간 지난 정보 삭제) · 복구",
		"Retried a job · 17 (Erase what is past its retention) · 복구",
	],
	[
		"bulk_started 12: retry: 복구",
		"일괄 처리 시작 · 12 (다시 시도) · 복구",
		"Started a bulk action · 12 (retry) · 복구",
	],
	["finding_resolved finding 12: 확인함", "결제 확인 처리 · 12 · 확인함", "Settled a payment · 12 · 확인함"],
	["GET /queues/{queue}/jobs", "API로 작업 목록 조회", "Listed jobs by API"],
	[
		"GET /jobs 17 (sweep)",
		"API로 작업 조회 · 17 (보관 기간 지난 정보 삭제)",
		"Read a job by API · 17 (Erase what is past its retention)",
	],
	["model export", "model export 명령", "Command model export"],
])("code_%s_is_shown_in_words", async (reason, korean, english) => {
	expect(reasonText(reason)).toBe(korean);
	await i18next.changeLanguage("en");
	expect(reasonText(reason)).toBe(english);
});

it.each(["등기우편 발송", "person 3", "jumped high: why", "GET /institutions/tcis: read_claims"])(
	"reason_%s_without_a_code_is_unchanged",
	(reason) => expect(reasonText(reason)).toBe(reason),
);
