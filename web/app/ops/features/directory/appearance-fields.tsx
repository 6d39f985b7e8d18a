import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Panel } from "~/ops/ui/panel";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { isReadable, type TenantFormState } from "./tenant-values";

/** The appearance of the tenant's pages: color, banner, and the links of its tiles. */
export function AppearanceFields({ form: { control } }: { form: TenantFormState }) {
	const { t } = useTranslation("opsDirectory");
	const color = useWatch({ control, name: "brandColor" }) ?? "";
	return (
		<Panel title={t("form.look")} text={t("form.lookText")}>
			<div className="grid gap-4 sm:grid-cols-2">
				<FormTextField
					control={control}
					name="brandColor"
					label={t("form.brandColor")}
					hint={t("form.brandColorHint")}
					placeholder="#17594a"
					autoComplete="off"
				/>
				<Swatch color={color} />
				<FormTextField
					control={control}
					name="banner.title"
					label={t("form.bannerTitle")}
					autoComplete="off"
				/>
				<FormTextField control={control} name="banner.text" label={t("form.bannerText")} autoComplete="off" />
				<FormTextField
					control={control}
					name="banner.linkUrl"
					label={t("form.bannerLink")}
					hint={t("form.bannerHint")}
					autoComplete="off"
				/>
				<span className="max-sm:hidden" />
				<FormTextField
					control={control}
					name="subsites.tci"
					label={t("form.tci")}
					hint={t("form.subsiteHint")}
					autoComplete="off"
				/>
				<FormTextField
					control={control}
					name="subsites.chea"
					label={t("form.chea")}
					hint={t("form.subsiteHint")}
					autoComplete="off"
				/>
			</div>
		</Panel>
	);
}

/** A preview of a button, if its text is readable in the color. */
function Swatch({ color }: { color: string }) {
	const { t } = useTranslation("opsDirectory");
	const isReadableColor = isReadable(color);
	const background = color === "" ? "#17594a" : color;
	return (
		<div role="status" className="flex items-center gap-3 self-start sm:mt-6">
			{color === "" || isReadableColor ? (
				<span
					className="inline-flex h-13 items-center rounded-button px-5 font-bold text-white"
					style={{ backgroundColor: background }}
				>
					{t("form.sample")}
				</span>
			) : null}
			<span className="text-meta text-ink-600">
				{color === "" ? t("form.ownColor") : isReadableColor ? t("form.readable") : null}
			</span>
		</div>
	);
}
