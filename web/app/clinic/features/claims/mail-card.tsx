import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { StaffClaim } from "~/domain/claim/types";
import { buttonStyle } from "~/shared/ui/button-style";
import { useClaimPaths } from "./claim-filters";

/** The address of the registered mail, with a link to the printable label. */
export function MailCard({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const paths = useClaimPaths();
	if (!claim.mailTo) return null;
	const { zipcode, address, addressDetail } = claim.mailTo;
	return (
		<section aria-labelledby="mail" className="card flex flex-col gap-3">
			<h2 id="mail" className="text-header">
				{t("mail.title")}
			</h2>
			<address className="text-[14px] not-italic">
				<span className="number">({zipcode})</span> {address} {addressDetail}
				<br />
				{claim.insuredName}
			</address>
			<Link to={paths.label(claim.id)} className={buttonStyle("secondary", "", "tight")}>
				{t("mail.label")}
			</Link>
		</section>
	);
}
