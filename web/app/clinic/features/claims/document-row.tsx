import { useTranslation } from "react-i18next";
import type { StaffClaim } from "~/domain/claim/types";
import { Badge } from "~/shared/ui/badge";
import { buttonStyle } from "~/shared/ui/button-style";
import { FileButton } from "~/shared/ui/file-button";
import { isIssued } from "./claims-query";
import { CopyButton } from "./copy-button";

interface RowProps {
	claim: StaffClaim;
	code: string;
	name: string;
	isPending: boolean;
	/** Whether the editor of this document is open. */
	isMaking: boolean;
	onPick: (file: File) => void;
	onMake: () => void;
}

/** One document: whether it is issued, and its actions. */
export function DocumentRow({ claim, code, name, isPending, isMaking, onPick, onMake }: RowProps) {
	const { t } = useTranslation("claims");
	const issued = isIssued(claim, code);
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
			<span className="min-w-0 flex-1 basis-48 font-semibold">
				{name}{" "}
				<Badge tint={issued ? "success" : "quiet"}>
					{t(issued ? "documents.issued" : "documents.notYet")}
				</Badge>{" "}
				{claim.options.doctorSignature && issued ? <SignatureBadge claim={claim} code={code} /> : null}
			</span>
			{issued ? <CopyButton claim={claim} code={code} about={name} /> : null}
			{claim.status === 1 ? (
				<span className="flex gap-2">
					<FileButton accept="application/pdf,.pdf" isPending={isPending} onPick={onPick}>
						{t(issued ? "documents.replace" : "documents.upload")}
						<span className="sr-only"> {name}</span>
					</FileButton>
					<button
						type="button"
						aria-expanded={isMaking}
						onClick={onMake}
						className={buttonStyle("secondary", "", "tight")}
					>
						{t("documents.make")}
						<span className="sr-only"> {name}</span>
					</button>
				</span>
			) : null}
		</li>
	);
}

/** How a document was signed, or that it is unsigned. */
function SignatureBadge({ claim, code }: { claim: StaffClaim; code: string }) {
	const { t } = useTranslation("claims");
	const signature = claim.issuedDocuments.find((each) => each.code === code)?.signature;
	const how = signature === "seal" || signature === "scan" ? signature : "none";
	return <Badge tint={how === "none" ? "danger" : "success"}>{t(`signature.${how}`)}</Badge>;
}
