import * as v from "valibot";
import { reasonField } from "~/ops/lib/reason";
import type { TenantDetail, TenantRequest } from "~/ops/types";
import { tokensOf } from "~/shared/lib/theme";
import type { ApiForm } from "~/shared/ui/form/use-api-form";

const text = v.pipe(v.string(), v.trim());
const required = v.pipe(text, v.nonEmpty("required"));
const optional = text;
const https = v.pipe(text, v.regex(/^(https:\/\/\S+)?$/, "https"));
/** An https address or a path of the tenant's own pages, as the server accepts. */
const link = v.pipe(text, v.regex(/^(https:\/\/\S+|\/(?!\/)[^\s\\]*)?$/, "link"));

/** Whether text is readable in this color, by the same check as on the patients' pages. */
export const isReadable = (color: string): boolean => Object.keys(tokensOf(color)).length > 0;

export const tenantSchema = v.object({
	key: v.pipe(text, v.regex(/^[a-z][a-z0-9-]{1,30}$/, "key")),
	kind: v.string(),
	name: required,
	locale: v.string(),
	hosts: required,
	company: v.object({
		name: required,
		representative: required,
		registrationNumber: v.pipe(text, v.regex(/^\d{3}-\d{2}-\d{5}$/, "registrationNumber")),
		address: required,
		phone: required,
		email: required,
	}),
	brandColor: v.pipe(
		text,
		v.check((color) => color === "" || /^#[0-9a-f]{6}$/i.test(color), "color"),
		v.check((color) => !/^#[0-9a-f]{6}$/i.test(color) || isReadable(color), "contrast"),
	),
	banner: v.object({ title: optional, text: optional, linkUrl: link }),
	subsites: v.object({ tci: https, chea: https }),
	identityRequired: v.boolean(),
	residentNumberFull: v.boolean(),
	mailFrom: required,
	smsFrom: v.pipe(
		text,
		v.transform((number) => number.replaceAll("-", "")),
		v.regex(/^\d{8,11}$/, "smsFrom"),
	),
	mobileProvider: v.string(),
	reason: reasonField,
});

export type TenantValues = v.InferInput<typeof tenantSchema>;
/** The form of a tenant. Each group of fields renders a part of it. */
export type TenantFormState = ApiForm<TenantValues, v.InferOutput<typeof tenantSchema>>;
export type TenantRule =
	| "required"
	| "https"
	| "link"
	| "key"
	| "registrationNumber"
	| "color"
	| "contrast"
	| "smsFrom"
	| "reasonMissing"
	| "reasonTooLong";

const EMPTY_TENANT: TenantValues = {
	key: "",
	kind: "dental",
	name: "",
	locale: "ko",
	hosts: "",
	company: { name: "", representative: "", registrationNumber: "", address: "", phone: "", email: "" },
	brandColor: "",
	banner: { title: "", text: "", linkUrl: "" },
	subsites: { tci: "", chea: "" },
	identityRequired: false,
	residentNumberFull: false,
	mailFrom: "",
	smsFrom: "",
	mobileProvider: "",
	reason: "",
};

/** The initial values of the form, for a tenant or a new one. */
export function valuesOf(tenant: TenantDetail | undefined): TenantValues {
	if (!tenant) return EMPTY_TENANT;
	const { key, kind, name, locale, company, banner, subsites } = tenant;
	return {
		key,
		kind,
		name,
		locale,
		hosts: tenant.hosts.join(", "),
		company: { ...company },
		brandColor: tenant.brandColor ?? "",
		banner: { title: banner.title ?? "", text: banner.text ?? "", linkUrl: banner.linkUrl ?? "" },
		subsites: { tci: subsites.tci ?? "", chea: subsites.chea ?? "" },
		identityRequired: tenant.identityRequired,
		residentNumberFull: tenant.residentNumberFull,
		mailFrom: tenant.mailFrom,
		smsFrom: tenant.smsFrom,
		mobileProvider: tenant.mobileProvider ?? "",
		reason: "",
	};
}

/** The request body: hosts as a list, null for empty fields. */
export function bodyOf(values: v.InferOutput<typeof tenantSchema>): TenantRequest {
	const { banner, subsites } = values;
	return {
		...values,
		hosts: values.hosts.split(/[\s,]+/).filter(Boolean),
		brandColor: values.brandColor.toLowerCase() || null,
		banner: { title: banner.title || null, text: banner.text || null, linkUrl: banner.linkUrl || null },
		subsites: { tci: subsites.tci || null, chea: subsites.chea || null },
		mobileProvider: values.mobileProvider || null,
	};
}
