import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { useStoreSeal } from "~/clinic/lib/seal-query";
import { pngOf } from "~/shared/image/png";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { FileButton } from "~/shared/ui/file-button";
import { type FieldProps, Form, FormProblem, useField } from "~/shared/ui/form/form";
import { FormCheckbox } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";

const MAX_LENGTH = 100;
const PICTURES = ["seal", "signature"] as const;
type Rule = "missing" | "confirmMissing";
const required = v.pipe(v.string(), v.trim(), v.nonEmpty("missing" satisfies Rule));
const SCHEMA = v.object({
	seal: required,
	signature: required,
	doctorName: required,
	doctorLicense: required,
	confirmed: v.pipe(v.boolean(), v.value(true, "confirmMissing" satisfies Rule)),
});

/** Form for the pictures of the seal and the signature, and the doctor whose they are. */
export default function SealSheet({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation("clinicAccount");
	const store = useStoreSeal();
	const form = useApiForm({
		schema: SCHEMA,
		defaultValues: {
			seal: "",
			signature: "",
			doctorName: "",
			doctorLicense: "",
			confirmed: false as boolean,
		},
		errorText: (rule) => t(`seal.${rule as Rule}`),
		onSubmit: (seal) => store.mutateAsync(seal, { onSuccess: onClose }),
	});
	const { control } = form;
	return (
		<Dialog title={t("seal.title")} onClose={onClose}>
			<Form form={form} className="mt-3 flex flex-col gap-4">
				<p className="text-[14px] text-ink-600">{t("seal.hint")}</p>
				{PICTURES.map((which) => (
					<PictureField key={which} control={control} name={which} label={t(`seal.${which}`)} />
				))}
				{(["doctorName", "doctorLicense"] as const).map((name) => (
					<FormTextField
						key={name}
						control={control}
						name={name}
						label={t(`seal.${name}`)}
						maxLength={MAX_LENGTH}
					/>
				))}
				<FormCheckbox control={control} name="confirmed" title={t("seal.confirm")} />
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t("seal.store")}
				</Button>
			</Form>
		</Dialog>
	);
}

type PictureProps = FieldProps<v.InferInput<typeof SCHEMA>> & { label: string };

/** File field whose picture is converted to PNG. */
function PictureField({ label, ...bound }: PictureProps) {
	const { t } = useTranslation("clinicAccount");
	const { field, error } = useField(bound);
	const [isWrong, setWrong] = useState(false);
	const id = useId();
	const png = String(field.value);
	const problem = isWrong ? t("seal.notAPicture") : error;
	const pick = async (file: File) => {
		const picked = await pngOf(file);
		setWrong(picked === null);
		if (picked) field.onChange(picked);
	};
	return (
		<div className="flex items-center gap-4">
			<div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
				<span id={id} className="text-meta font-semibold text-ink-600">
					{label}
				</span>
				<FileButton
					accept="image/*"
					labelId={id}
					errorId={problem ? `${id}-error` : undefined}
					inputRef={field.ref}
					onPick={(file) => void pick(file)}
				>
					{t(png ? "seal.otherPhoto" : "seal.photo")}
				</FileButton>
				{problem ? (
					<p id={`${id}-error`} role="alert" className="text-meta text-danger">
						{problem}
					</p>
				) : null}
			</div>
			{png ? (
				<img
					src={`data:image/png;base64,${png}`}
					alt={label}
					className="size-16 rounded-control border border-line bg-white object-contain"
				/>
			) : null}
		</div>
	);
}
