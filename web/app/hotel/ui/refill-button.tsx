import { useTranslation } from "react-i18next";
import { useRefill } from "~/hotel/lib/rooms-query";
import type { Dispenser } from "~/hotel/types";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";

interface Props {
	hotelId: number;
	dispenser: Dispenser;
	/** Stands out, as the next thing to do. */
	isPrimary: boolean;
	className?: string;
}

/** Notes with one press that a dispenser was filled up. */
export function RefillButton({ hotelId, dispenser, isPrimary, className }: Props) {
	const { t } = useTranslation("hotel");
	const refill = useRefill(hotelId);
	const { id, levelMl, capacityMl, product, sensor } = dispenser;
	const isFull = levelMl >= capacityMl;
	// A dispenser that is found full has been looked at: that settles a silent sensor, but fills no battery.
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
