import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { maskPhone } from "~/shared/lib/format";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";

const PhoneForm = lazy(() => import("./phone-form"));

/** The mobile number. A code to the new number confirms a change. */
export function ProfilePhone({ phoneNumber }: { phoneNumber: string }) {
	const { t } = useTranslation("profile");
	const { t: tAccount } = useTranslation("account");
	const [isOpen, setOpen] = useState(false);
	const [done, setDone] = useState(false);
	return (
		<section aria-labelledby="profile-phone" className="card flex flex-col gap-3">
			<h2 id="profile-phone" className="text-header">
				{tAccount("field.phoneNumber")}
			</h2>
			<p className="number">{maskPhone(phoneNumber)}</p>
			{done ? <Notice tone="info">{t("phone.done")}</Notice> : null}
			{isOpen ? (
				<Suspense fallback={<Skeleton className="h-40 rounded-control" />}>
					<PhoneForm
						onDone={() => {
							setOpen(false);
							setDone(true);
						}}
						onClose={() => setOpen(false)}
					/>
				</Suspense>
			) : (
				<Button tone="secondary" onPress={() => setOpen(true)}>
					{t("change")}
				</Button>
			)}
		</section>
	);
}
