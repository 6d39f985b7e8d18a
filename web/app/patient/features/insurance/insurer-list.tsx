import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Insurer } from "~/domain/claim/types";
import { SearchField } from "~/shared/ui/search-field";

interface Props {
	insurers: readonly Insurer[];
	chosen: Insurer | null;
	error?: string;
	onChoose: (insurer: Insurer) => void;
}

const folded = (text: string) => text.toLowerCase().replace(/\s/g, "");

/** The insurers, narrowed by what is typed; the chosen one stays in the list whatever is typed. */
export function InsurerList({ insurers, chosen, error, onChoose }: Props) {
	const { t } = useTranslation("insurance");
	const id = useId();
	const [typed, setTyped] = useState("");
	const found = insurers.filter(({ name }) => folded(name).includes(folded(typed)));
	const shown = insurers.filter((each) => found.includes(each) || each.id === chosen?.id);
	return (
		<div className="flex flex-col gap-3">
			<SearchField label={t("insurer.search")} placeholder={t("insurer.hint")} onChange={setTyped} />
			<p role="status" className={found.length === 0 ? "text-ink-600" : "sr-only"}>
				{found.length === 0 ? t("insurer.none") : t("insurer.found", { n: found.length })}
			</p>
			<fieldset aria-describedby={error ? `${id}-error` : undefined}>
				<legend className="sr-only">{t("insurer.label")}</legend>
				<div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
					{shown.map((each) => (
						<label
							key={each.id}
							className="relative grid min-h-13 cursor-pointer place-items-center rounded-control border border-line bg-white px-2 text-center text-[14px] leading-tight font-medium transition hover:border-green-700/40 has-checked:border-green-700 has-checked:bg-mint-100 has-checked:font-bold has-checked:text-green-700 has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-green-600"
						>
							<input
								type="radio"
								name={id}
								checked={each.id === chosen?.id}
								onChange={() => onChoose(each)}
								className="sr-only"
							/>
							{each.name}
						</label>
					))}
				</div>
			</fieldset>
			{error ? (
				<p id={`${id}-error`} role="alert" className="text-meta text-danger">
					{error}
				</p>
			) : null}
		</div>
	);
}
