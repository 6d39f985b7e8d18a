import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { reasonField } from "~/ops/lib/reason";
import { textOrFallback } from "~/ops/lib/text-or-fallback";
import type { KakaoChannel } from "~/ops/types";
import { ReasonField } from "~/ops/ui/reason-field";
import { Button } from "~/shared/ui/button";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";

const MAX_LENGTH = 64;
const carrierId = v.pipe(
	v.string(),
	v.trim(),
	v.regex(/^[A-Za-z0-9]*$/, "carrierId"),
	v.maxLength(MAX_LENGTH, "carrierId"),
);
const schema = v.object({
	pfId: v.pipe(carrierId, v.nonEmpty("required")),
	templates: v.record(v.string(), carrierId),
	reason: reasonField,
});
type Rule = "required" | "carrierId" | "reasonMissing" | "reasonTooLong";

/** The name of a notification kind. */
export const noticeText = (kind: string): string => textOrFallback("opsDirectory", `notice.${kind}`, kind);

interface Props {
	channel: KakaoChannel | null;
	/** The notification kinds that can have a template. */
	kinds: readonly string[];
	onChannel: (channel: KakaoChannel, reason: string) => Promise<unknown>;
}

/** The KakaoTalk channel and the templates of its messages. A message without a template is sent as SMS. */
export function KakaoForm({ channel, kinds, onChannel }: Props) {
	const { t } = useTranslation("opsDirectory");
	const form = useApiForm({
		schema,
		defaultValues: {
			pfId: channel?.pfId ?? "",
			templates: Object.fromEntries(kinds.map((kind) => [kind, channel?.templates[kind] ?? ""])),
			reason: "",
		},
		errorText: (rule) => t(`error.${rule as Rule}`),
		onSubmit: ({ pfId, templates, reason }) => {
			const entered = Object.entries(templates).filter(([, id]) => id !== "");
			return onChannel({ pfId, templates: Object.fromEntries(entered) }, reason);
		},
	});
	const { control } = form;
	return (
		<Form form={form} className="flex flex-col gap-4">
			<FormTextField
				control={control}
				name="pfId"
				label={t("kakao.pfId")}
				hint={t("kakao.pfIdHint")}
				autoComplete="off"
			/>
			<fieldset className="flex min-w-0 flex-col gap-3">
				<legend className="font-bold">{t("kakao.templates")}</legend>
				<p className="mt-0.5 text-meta text-ink-600">{t("kakao.templatesText")}</p>
				<div className="grid gap-4 sm:grid-cols-2">
					{kinds.map((kind) => (
						<FormTextField
							key={kind}
							control={control}
							name={`templates.${kind}`}
							label={noticeText(kind)}
							autoComplete="off"
						/>
					))}
				</div>
			</fieldset>
			<ReasonField control={control} name="reason" />
			<FormProblem form={form} />
			<Button type="submit" isPending={form.isPending} className="self-start">
				{t("kakao.save")}
			</Button>
		</Form>
	);
}
