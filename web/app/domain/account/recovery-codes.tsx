import { useTranslation } from "react-i18next";
import { Button } from "~/shared/ui/button";

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
	const { t } = useTranslation("credentials");
	return (
		<div className="mt-3 flex flex-col gap-3">
			<p className="text-ink-600">{t("recovery.text")}</p>
			<ul
				aria-label={t("recovery.list")}
				className="number grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-[16px] bg-mint-50 px-5 py-4 text-center font-bold select-all"
			>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<Button onPress={onDone}>{t("recovery.noted")}</Button>
		</div>
	);
}
