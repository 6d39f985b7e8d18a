import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { CheckIcon } from "~/shared/ui/tool-icons";
import { type AgreementState, agreeToAll, ITEMS, type Item, isAllAgreed } from "./agreements";

interface Props {
	agreed: AgreementState;
	onChange: (agreed: AgreementState) => void;
}

const PAGES: Partial<Record<Item, string>> = { terms: href("/terms"), privacy: href("/privacy") };

export function AgreementBoxes({ agreed, onChange }: Props) {
	const { t } = useTranslation("account");
	return (
		<fieldset className="card flex flex-col gap-1 px-4 py-3">
			<legend className="sr-only">{t("agree.title")}</legend>
			<Box isSelected={isAllAgreed(agreed)} onChange={(given) => onChange(agreeToAll(given))}>
				<span className="font-bold">{t("agree.all")}</span>
			</Box>
			<hr className="my-1 border-line" />
			{ITEMS.map((item) => (
				<div key={item} className="flex items-center justify-between gap-2">
					<Box isSelected={agreed[item]} onChange={(given) => onChange({ ...agreed, [item]: given })}>
						{t(`agree.${item}`)} <span className="text-ink-600">({t("agree.required")})</span>
					</Box>
					<ReadLink href={PAGES[item]} label={t("agree.read", { name: t(`agree.${item}`) })} />
				</div>
			))}
			<p className="pt-1 pb-2 text-meta text-ink-600">{t("agree.health")}</p>
		</fieldset>
	);
}

function ReadLink({ href, label }: { href?: string; label: string }) {
	const { t } = useTranslation("account");
	if (!href) return null;
	return (
		<a
			href={href}
			target="_blank"
			rel="noopener"
			aria-label={label}
			className="grid min-h-12 min-w-12 shrink-0 place-items-center rounded-control px-2 text-meta text-ink-600 underline hover:bg-quiet"
		>
			{t("agree.view")}
		</a>
	);
}

interface BoxProps {
	isSelected: boolean;
	onChange: (selected: boolean) => void;
	children: ReactNode;
}

function Box({ isSelected, onChange, children }: BoxProps) {
	return (
		<label className="relative flex min-h-12 cursor-pointer items-center gap-3 rounded-control text-[14px]">
			<input
				type="checkbox"
				checked={isSelected}
				onChange={(event) => onChange(event.currentTarget.checked)}
				className="peer sr-only"
			/>
			<span className="grid size-6 shrink-0 place-items-center rounded-[8px] border border-field bg-white text-white transition peer-checked:border-green-700 peer-checked:bg-green-700 peer-[:focus-visible]:outline-3 peer-[:focus-visible]:outline-offset-2 peer-[:focus-visible]:outline-green-600">
				<CheckIcon className={`size-4 ${isSelected ? "" : "invisible"}`} />
			</span>
			<span>{children}</span>
		</label>
	);
}
