import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { buttonStyle } from "~/shared/ui/button-style";

/** A value to pass on, with a button that copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
	const { t } = useTranslation("ops");
	const id = useId();
	const [isCopied, setCopied] = useState<boolean | null>(null);
	const copy = () =>
		navigator.clipboard.writeText(value).then(
			() => setCopied(true),
			() => setCopied(false),
		);
	return (
		<div>
			<label htmlFor={id} className="mb-1 block text-meta font-semibold text-ink-600">
				{label}
			</label>
			<div className="flex gap-2">
				<input
					id={id}
					readOnly
					value={value}
					onFocus={(event) => event.target.select()}
					className="number h-12 min-w-0 flex-1 rounded-control border border-line bg-quiet px-3.5 text-[15px] font-bold"
				/>
				<button
					type="button"
					onClick={() => void copy()}
					className={buttonStyle("secondary", "whitespace-nowrap", "tight")}
				>
					{t("copy.do")}
					<span className="sr-only"> {label}</span>
				</button>
			</div>
			<p role="status" className="text-meta text-ink-600">
				{isCopied === null ? "" : t(isCopied ? "copy.done" : "copy.failed")}
			</p>
		</div>
	);
}
