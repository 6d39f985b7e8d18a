import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { integerIn, requiredText } from "~/hotel/lib/rules";
import type { Product, ProductType } from "~/hotel/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Form, FormProblem } from "~/shared/ui/form/form";
import { FormCheckbox, FormSelectField } from "~/shared/ui/form/form-native-fields";
import { FormTextField } from "~/shared/ui/form/form-text-field";
import { useApiForm } from "~/shared/ui/form/use-api-form";
import { useSaveProduct } from "./queries";

const TYPES = [
	"shampoo",
	"treatment",
	"body_wash",
	"body_cream",
	"hand_wash",
	"toothpaste",
] as const satisfies readonly ProductType[];
const MAX_NAME_LENGTH = 80;
const MAX_CODE_LENGTH = 20;
const schema = v.object({
	code: v.pipe(requiredText("code", MAX_CODE_LENGTH), v.regex(/^[A-Za-z0-9-]+$/, "code")),
	name: requiredText("name", MAX_NAME_LENGTH),
	type: v.picklist(TYPES),
	fragrance: requiredText("fragrance", MAX_NAME_LENGTH),
	bottleMl: integerIn("bottleMl", 1, 20_000),
	bottlesPerBox: integerIn("bottlesPerBox", 1, 1_000),
	unitPrice: integerIn("unitPrice", 0, 100_000_000),
	active: v.boolean(),
});
type Rule = Exclude<keyof typeof schema.entries, "type" | "active">;

interface Props {
	/** The product to change; null for a new one. */
	product: Product | null;
	onClose: () => void;
}

function useProductForm({ product, onClose }: Props) {
	const { t } = useTranslation("hotelAdmin");
	const save = useSaveProduct(product?.id ?? null);
	const text = (value: number | undefined) => (value === undefined ? "" : String(value));
	return useApiForm({
		schema,
		defaultValues: {
			code: product?.code ?? "",
			name: product?.name ?? "",
			type: product?.type ?? TYPES[0],
			fragrance: product?.fragrance ?? "",
			bottleMl: text(product?.bottleMl),
			bottlesPerBox: text(product?.bottlesPerBox),
			unitPrice: text(product?.unitPrice),
			active: product?.active ?? true,
		},
		errorText: (rule) => t(`products.error.${rule as Rule}`),
		onSubmit: async (body) => {
			await save.mutateAsync(body);
			onClose();
		},
	});
}

/** Creates or changes a product: name, contents of a box, and price. */
export function ProductDialog({ product, onClose }: Props) {
	const { t } = useTranslation("hotelAdmin");
	const form = useProductForm({ product, onClose });
	const { control } = form;
	const digits = { inputMode: "numeric", autoComplete: "off" } as const;
	return (
		<Dialog title={t(product ? "products.edit" : "products.new")} onClose={onClose}>
			<Form form={form} className="-mx-1 mt-4 flex max-h-[80dvh] flex-col gap-4 overflow-y-auto px-1 pb-1">
				<FormTextField control={control} name="name" label={t("products.column.name")} autoComplete="off" />
				<div className="grid grid-cols-2 items-start gap-3">
					<FormTextField control={control} name="code" label={t("products.column.code")} autoComplete="off" />
					<FormSelectField
						control={control}
						name="type"
						label={t("products.column.type")}
						choices={TYPES.map((type) => [type, t(`product.${type}`, { ns: "hotel" })] as const)}
					/>
				</div>
				<FormTextField
					control={control}
					name="fragrance"
					label={t("products.column.fragrance")}
					autoComplete="off"
				/>
				<div className="grid grid-cols-2 items-start gap-3">
					<FormTextField control={control} name="bottleMl" label={t("products.column.bottle")} {...digits} />
					<FormTextField
						control={control}
						name="bottlesPerBox"
						label={t("products.column.box")}
						{...digits}
					/>
				</div>
				<FormTextField
					control={control}
					name="unitPrice"
					label={t("products.column.price")}
					hint={t("products.priceHint")}
					{...digits}
				/>
				<FormCheckbox control={control} name="active" title={t("products.active")}>
					{t("products.activeText")}
				</FormCheckbox>
				<FormProblem form={form} />
				<Button type="submit" isPending={form.isPending}>
					{t(product ? "person.save" : "products.make")}
				</Button>
			</Form>
		</Dialog>
	);
}
