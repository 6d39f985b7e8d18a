import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { ApiForm } from "~/shared/ui/form/use-api-form";
import { Skeleton } from "~/shared/ui/skeleton";
import { useOwnAddress } from "./queries";
import type { DetailValues } from "./schema";

const MailAddress = lazy(() => import("~/patient/ui/mail-address"));

interface Props {
	form: ApiForm<DetailValues>;
}

/** The address of the registered mail, by default the patient's own. */
export function MailSection({ form }: Props) {
	const { t } = useTranslation("insurance");
	const { getValues, setValue, watch } = form;
	const own = useOwnAddress().data?.profile;
	useEffect(() => {
		const [zipcode, address] = getValues(["zipcode", "address"]);
		if (!own?.zipcode || !own.address || zipcode || address) return;
		setValue("zipcode", own.zipcode);
		setValue("address", own.address);
		setValue("addressDetail", own.addressDetail ?? "");
	}, [own, getValues, setValue]);
	const isOwn = own?.zipcode && own.zipcode === watch("zipcode");
	return (
		<section className="flex flex-col gap-4">
			<div>
				<h2 className="text-header">{t("options.address")}</h2>
				{isOwn ? <p className="mt-1 text-meta text-ink-600">{t("options.ownAddress")}</p> : null}
			</div>
			<Suspense fallback={<Skeleton className="h-60 rounded-[18px]" />}>
				<MailAddress />
			</Suspense>
		</section>
	);
}
