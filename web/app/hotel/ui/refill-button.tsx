import { useTranslation } from "react-i18next";
import { useRefill } from "~/hotel/lib/rooms-query";
import type { Dispenser } from "~/hotel/types";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";

interface Props {
	hotelId: number;
	dispenser: Dispenser;
	/** Emphasizes the button as the next action. */
	isPrimary: boolean;
	className?: string;
}

/** Records that a dispenser was filled up. */
export function RefillButton({ hotelId, dispenser, isPrimary, className }: Props) {
	const { t } = useTranslation("hotel");
	const refill = useRefill(hotelId);
	const { id, levelMl, capacityMl, product, sensor } = dispenser;
	const isFull = levelMl >= capacityMl;
	// Confirming a full dispenser counts as a check: it clears a silent sensor, but not a low battery.
	const isCheck = isFull && sensor?.state === "need_check";
	return (
		<>
			<Button
				tone={isPrimary ? "primary" : "secondary"}
				isDisabled={isFull && !isCheck}
				isPending={refill.isPending}
				className={className}
				onPress={() => refill.mutate({ dispenserId: id, levelMl })}
			>
				{isCheck ? t("rooms.check") : t(isFull ? "rooms.full" : "rooms.refill")}
				<span className="sr-only"> {product.name}</span>
			</Button>
			{refill.error ? (
				<p role="alert" className="w-full text-meta text-danger">
					{problemText(refill.error)}
				</p>
			) : null}
		</>
	);
}
