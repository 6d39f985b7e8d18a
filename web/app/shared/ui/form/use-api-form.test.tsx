import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as v from "valibot";
import { beforeEach, expect, it, vi } from "vitest";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "./form";
import { FormRadioGroup } from "./form-choice-fields";
import { FormCheckbox, FormSelectField } from "./form-native-fields";
import { FormTextField } from "./form-text-field";
import { useApiForm } from "./use-api-form";

const TEXTS: Record<string, string> = {
	name: "이름을 적어 주세요.",
	phone: "번호를 확인해 주세요.",
	agree: "동의해 주세요.",
};
const schema = v.object({
	name: v.pipe(v.string(), v.trim(), v.nonEmpty("name")),
	phone: v.pipe(v.string(), v.regex(/^\d{11}$/, "phone")),
	kind: v.string(),
	bank: v.string(),
	agree: v.pipe(v.boolean(), v.value(true, "agree")),
});
const refused = (errors: { field: string; message: string }[], detail = "다시 시도해 주세요.") => ({
	status: 422,
	code: "validation_failed",
	title: "",
	detail,
	errors,
});

const send = vi.fn<(values: unknown) => Promise<void>>();
beforeEach(() => {
	send.mockReset().mockResolvedValue();
});

function Screen() {
	const form = useApiForm({
		schema,
		defaultValues: { name: "", phone: "01012345678", kind: "a", bank: "", agree: true },
		errorText: (rule) => TEXTS[rule] ?? rule,
		serverNames: { phoneNumber: "phone" },
		onSubmit: (values) => send(values),
	});
	return (
		<Form form={form} aria-label="form">
			<FormTextField control={form.control} name="name" label="이름" />
			<FormTextField control={form.control} name="phone" label="번호" />
			<FormRadioGroup
				control={form.control}
				name="kind"
				label="종류"
				choices={[
					["a", "가"],
					["b", "나"],
				]}
				row=""
				choice=""
			/>
			<FormSelectField
				control={form.control}
				name="bank"
				label="은행"
				emptyText="고르기"
				choices={[["1", "하나"]]}
			/>
			<FormCheckbox control={form.control} name="agree" title="동의" />
			<FormProblem form={form} />
			<Button type="submit" isPending={form.isPending}>
				저장
			</Button>
		</Form>
	);
}

const setUp = () => {
	render(<Screen />);
	return userEvent.setup();
};
const name = () => screen.getByRole("textbox", { name: "이름" });
const save = () => screen.getByRole("button", { name: "저장" });

it("form_never_sends_by_get", () => {
	setUp();
	expect(screen.getByRole("form", { name: "form" })).toHaveAttribute("method", "post");
});

it("submit_invalid_focuses_first_error", async () => {
	const user = setUp();
	await user.click(screen.getByRole("checkbox", { name: "동의" }));
	await user.click(save());
	expect(name()).toHaveFocus();
	expect(name()).toHaveAccessibleDescription("이름을 적어 주세요.");
	expect(await screen.findByText("동의해 주세요.")).toBeInTheDocument();
	expect(send).not.toHaveBeenCalled();
});

it("field_left_empty_shows_error_until_typed", async () => {
	const user = setUp();
	await user.click(name());
	expect(screen.queryByText("이름을 적어 주세요.")).toBeNull();
	await user.tab();
	expect(await screen.findByText("이름을 적어 주세요.")).toBeInTheDocument();
	await user.type(name(), "김");
	await waitFor(() => expect(screen.queryByText("이름을 적어 주세요.")).toBeNull());
});

it("submit_valid_sends_schema_output", async () => {
	const user = setUp();
	await user.type(name(), " 김하늘 ");
	await user.click(await screen.findByRole("radio", { name: "나" }));
	await user.selectOptions(screen.getByRole("combobox", { name: "은행" }), "1");
	await user.click(save());
	expect(send).toHaveBeenCalledWith({
		name: "김하늘",
		phone: "01012345678",
		kind: "b",
		bank: "1",
		agree: true,
	});
});

it("submit_twice_sends_once", async () => {
	let finish = () => {};
	send.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
	const user = setUp();
	await user.type(name(), "김하늘{Enter}{Enter}");
	await waitFor(() => expect(save()).toHaveAttribute("aria-busy", "true"));
	finish();
	await waitFor(() => expect(save()).not.toHaveAttribute("aria-busy"));
	expect(send).toHaveBeenCalledTimes(1);
});

it("server_error_clears_as_one_types", async () => {
	send.mockRejectedValue(refused([{ field: "phoneNumber", message: "이미 쓰는 번호예요." }]));
	const user = setUp();
	await user.type(name(), "김하늘{Enter}");
	const phone = screen.getByRole("textbox", { name: "번호" });
	await waitFor(() => expect(phone).toHaveFocus());
	expect(phone).toHaveAccessibleDescription("이미 쓰는 번호예요.");
	expect(screen.queryByRole("alert")).toBeNull();
	await user.type(phone, "{Backspace}9");
	await waitFor(() => expect(screen.queryByText("이미 쓰는 번호예요.")).toBeNull());
});

it("server_error_without_field_is_shown", async () => {
	send.mockRejectedValue(refused([{ field: "oid", message: "주문을 찾지 못했어요." }]));
	const user = setUp();
	await user.type(name(), "김하늘{Enter}");
	expect(await screen.findByRole("alert")).toHaveTextContent("주문을 찾지 못했어요.");
});

it("lost_call_is_shown", async () => {
	send.mockRejectedValue(new TypeError("failed to fetch"));
	const user = setUp();
	await user.type(name(), "김하늘{Enter}");
	expect(await screen.findByRole("alert")).toHaveTextContent("서버에 연결하지 못했어요.");
});
