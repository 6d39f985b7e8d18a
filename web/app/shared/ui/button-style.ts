export type Tone = "primary" | "secondary" | "quiet" | "danger" | "light";

const BASE =
	"inline-flex min-h-12 items-center justify-center gap-2 rounded-button font-bold transition duration-150 ease-out select-none text-center";

const TONES: Record<Tone, string> = {
	primary: "bg-green-700 text-white hover:bg-green-600 active:scale-[0.985] active:bg-green-800",
	secondary:
		"border border-line bg-white text-ink-900 hover:border-green-700/40 hover:bg-mint-50 active:scale-[0.985]",
	danger: "border border-danger bg-white text-danger hover:bg-danger-tint active:scale-[0.985]",
	/** The primary action on a dark background. */
	light: "bg-outline text-green-950 hover:bg-white active:scale-[0.985]",
	quiet: "text-green-700 hover:bg-mint-50 active:bg-mint-100",
};

const SIZES = { regular: "px-5 text-body", tight: "px-3.5 text-[14px]" };

/** Class names of a button, also for links. */
export function buttonStyle(
	tone: Tone = "primary",
	extra = "",
	size: keyof typeof SIZES = "regular",
): string {
	return `${BASE} ${SIZES[size]} ${TONES[tone]} ${extra}`;
}
