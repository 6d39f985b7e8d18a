import { useTranslation } from "react-i18next";
import { HotelIcon } from "~/hotel/ui/icons";
import { MAX_BOXES } from "./use-basket";

const BUTTON =
	"grid size-12 place-items-center rounded-control text-green-700 hover:bg-mint-100 disabled:text-ink-400 disabled:hover:bg-transparent";

interface Props {
	product: string;
	boxes: number;
	onBoxes: (boxes: number) => void;
}

/** Number of boxes: buttons step by one, typing sets any number. */
export function BoxStepper({ product, boxes, onBoxes }: Props) {
	const { t } = useTranslation("hotel");
	return (
		<div
			className={`flex w-fit items-center rounded-control border ${boxes > 0 ? "border-green-700 bg-mint-50" : "border-field bg-white"}`}
		>
			<button
				type="button"
				aria-label={t("stock.fewer", { product })}
				disabled={boxes === 0}
				onClick={() => onBoxes(boxes - 1)}
				className={BUTTON}
			>
				<HotelIcon name="minus" />
			</button>
			<input
				aria-label={t("stock.boxesOf", { product })}
				inputMode="numeric"
				value={boxes === 0 ? "" : String(boxes)}
				placeholder="0"
				maxLength={3}
				onFocus={(event) => event.target.select()}
				onChange={(event) => onBoxes(Number(event.target.value.replace(/\D/g, "")))}
				className="number h-12 w-11 bg-transparent text-center text-[16px] font-bold outline-none placeholder:text-ink-600 focus-visible:outline-3 focus-visible:outline-green-600"
			/>
			<button
				type="button"
				aria-label={t("stock.more", { product })}
				disabled={boxes >= MAX_BOXES}
				onClick={() => onBoxes(boxes + 1)}
				className={BUTTON}
			>
				<HotelIcon name="plus" />
			</button>
		</div>
	);
}
