import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { opsDb } from "../../../mocks/ops-db";
import { operatorSignedIn, renderOps } from "../../../test/render-ops";

beforeEach(() => operatorSignedIn());

const type = async (user: ReturnType<typeof renderOps>["user"], texts: Record<string, string>) => {
	for (const [name, text] of Object.entries(texts)) {
		await user.type(screen.getByRole("textbox", { name }), text);
	}
};

it("tenant_is_created_with_a_readable_color", async () => {
	const { user } = renderOps("/ops/tenants/new");
	await screen.findByRole("heading", { name: "테넌트 추가" });
	await type(user, {
		키: "saebom",
		"서비스 이름": "새봄",
		"주소(호스트)": "saebom.example.kr",
		"회사 이름": "새봄",
		대표자: "홍길동",
		사업자등록번호: "123-45-67890",
		"회사 주소": "서울",
		"회사 전화": "02-123-4567",
		"회사 메일": "a@saebom.example.kr",
		"대표 색": "#ffee88",
		"보내는 메일 주소": "no-reply@saebom.example.kr",
		"보내는 문자 번호": "02-123-4567",
		사유: "계약",
	});
	await user.click(screen.getByRole("button", { name: "추가하기" }));
	expect(await screen.findByText(/글자가 잘 보이지 않는 색/)).toBeInTheDocument();
	await user.clear(screen.getByRole("textbox", { name: "대표 색" }));
	await type(user, { "대표 색": "#17594a" });
	await user.click(screen.getByRole("button", { name: "추가하기" }));
	expect(await screen.findByRole("heading", { name: "새봄" })).toBeInTheDocument();
	expect(opsDb.tenants.at(-1)).toMatchObject({
		key: "saebom",
		smsFrom: "021234567",
		hosts: ["saebom.example.kr"],
	});
}, 60_000);

it("banner_links_only_to_a_path_of_the_tenant", async () => {
	const { user } = renderOps("/ops/tenants/1?tab=settings");
	const link = await screen.findByRole("textbox", { name: "배너 링크" });
	await type(user, { 사유: "캠페인" });
	const save = async (address: string) => {
		await user.clear(link);
		await user.type(link, address);
		await user.click(screen.getByRole("button", { name: "설정 저장" }));
	};
	await save("//evil.example");
	expect(await screen.findByText(/\/로 시작하는 경로를 적어 주세요/)).toBeVisible();
	await save("/self-check");
	await waitFor(() => expect(opsDb.tenants[0]?.banner.linkUrl).toBe("/self-check"));
});

it("clinic_admin_password_is_shown_once", async () => {
	const { user } = renderOps("/ops/tenants/1");
	await user.click(await screen.findByRole("button", { name: /관리자 만들기\s*바른이치과/ }));
	const dialog = within(screen.getByRole("dialog"));
	await user.type(dialog.getByRole("textbox", { name: "아이디" }), "admin77");
	await user.type(dialog.getByRole("textbox", { name: "이름" }), "정유진");
	await user.type(await dialog.findByRole("textbox", { name: "사유" }), "첫 관리자");
	await user.click(dialog.getByRole("button", { name: "만들고 임시 비밀번호 보기" }));
	expect(await screen.findByDisplayValue("Quiet-River-4827!")).toBeInTheDocument();
	// The password works once; the address is that of the sign-in page, for everybody.
	expect(screen.getByRole("textbox", { name: "로그인 화면" })).toHaveValue(
		"https://hyeobom.example.kr/clinic/signin",
	);
	await user.click(screen.getByRole("button", { name: "전해 줄게요" }));
	expect(screen.queryByDisplayValue("Quiet-River-4827!")).toBeNull();
});

it("payment_account_secret_is_never_shown", async () => {
	const { user } = renderOps("/ops/tenants/1?tab=accounts");
	await user.click(await screen.findByRole("button", { name: "연결 확인" }));
	expect(await screen.findByText(/잘 연결돼요/)).toBeInTheDocument();
	await user.click(screen.getByRole("button", { name: "변경" }));
	expect(await screen.findByLabelText("비밀 키")).toHaveValue("");
});

it("objected_version_needs_a_forced_promotion", async () => {
	const { user } = renderOps("/ops/model");
	expect(await screen.findByText("지금 버전보다 윤곽이 덜 맞아요.")).toBeVisible();
	await user.click(await screen.findByRole("button", { name: /사용하기\s*2026-11-20/ }));
	await user.click(await screen.findByRole("checkbox", { name: "기준에 못 미쳐도 사용하기" }));
	await user.type(await screen.findByRole("textbox", { name: "사유" }), "새 사진에서 더 나아요");
	await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "사용하기" }));
	await waitFor(() => expect(opsDb.changes[0]).toMatchObject({ version: "2026-11-20", forced: true }));
});
