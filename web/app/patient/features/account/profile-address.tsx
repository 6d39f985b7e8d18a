import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Profile } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Skeleton } from "~/shared/ui/skeleton";

const AddressForm = lazy(() => import("./address-form"));

/** The postal address, found by a search or typed. */
export function ProfileAddress({ profile }: { profile: Profile }) {
	const { t } = useTranslation("profile");
	const { t: tAccount } = useTranslation("account");
	const [isOpen, setOpen] = useState(false);
	const { zipcode, address, addressDetail } = profile;
	const whole = [zipcode ? `(${zipcode})` : null, address, addressDetail].filter(Boolean).join(" ");
	return (
		<section aria-labelledby="profile-address" className="card flex flex-col gap-3">
			<h2 id="profile-address" className="text-header">
				{tAccount("field.address")}
			</h2>
			<p>{whole || t("none")}</p>
			{isOpen ? (
				<Suspense fallback={<Skeleton className="h-80 rounded-control" />}>
					<AddressForm profile={profile} onClose={() => setOpen(false)} />
				</Suspense>
			) : (
				<Button tone="secondary" onPress={() => setOpen(true)}>
					{t(whole ? "change" : "add")}
				</Button>
			)}
		</section>
	);
}
