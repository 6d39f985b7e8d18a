import { useTranslation } from "react-i18next";
import type { Tci } from "~/shared/api/types";
import { AlertIcon } from "~/shared/ui/icons";

const CODES = [
	"no_tongue",
	"too_dark",
	"too_bright",
	"blurred",
	"too_small",
	"cut_off",
	"not_an_image",
	"too_large",
	"analysis_failed",
] as const;
type FailureCode = (typeof CODES)[number];

const isKnown = (code: string): code is FailureCode => CODES.includes(code as FailureCode);

/** Why a photo could not be read, and what to do; an unknown reason is shown in the server's words. */
export function FailureText({ failure }: { failure: NonNullable<Tci["failure"]> }) {
	const { t } = useTranslation("tongue");
	const { code } = failure;
	return (
		<div className="flex items-start gap-3">
			<span className="grid size-11 shrink-0 place-items-center rounded-full bg-warning-tint text-warning">
				<AlertIcon className="size-6" />
			</span>
			<div>
				<h2 className="text-header">{isKnown(code) ? t(`failure.${code}.title`) : t("failure.title")}</h2>
				<p className="mt-0.5 text-ink-600">{isKnown(code) ? t(`failure.${code}.text`) : failure.message}</p>
			</div>
		</div>
	);
}
