import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { LeaveDialog } from "~/clinic/ui/leave-dialog";
import { DOCUMENTS } from "~/domain/claim/states";
import type { StaffClaim } from "~/domain/claim/types";
import { fieldProblemText } from "~/shared/api/problem-text";
import { StorageError } from "~/shared/image/store";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { LazyPart } from "~/shared/ui/lazy-part";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { DocumentError, useIssue } from "./claims-query";
import { DocumentRow } from "./document-row";
import { useStatementDraft } from "./use-statement-draft";

/** Loaded when an editor opens. */
const StatementEditor = lazy(() =>
	import("./statement-editor").then((module) => ({ default: module.StatementEditor })),
);

function useDocumentName() {
	const { t } = useTranslation("claims");
	return ({ code, name }: { code: string; name: string }) => {
		const known = DOCUMENTS.find((each) => each === code);
		return known ? t(`document.${known}`) : name;
	};
}

/** Why a document could not be uploaded or generated. */
function useProblemText(error: unknown): string | null {
	const { t } = useTranslation("claims");
	if (!error) return null;
	if (error instanceof DocumentError) return t(`documents.${error.reason}`);
	if (error instanceof StorageError) return t("documents.storage");
	return fieldProblemText(error);
}

/** The requested documents, each to be uploaded or generated. */
export function DocumentsSection({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const issue = useIssue(claim.id);
	const [scan, setScan] = useState<{ code: string; from: File } | null>(null);
	const isSigned = claim.options.doctorSignature;
	const nameOf = useDocumentName();
	const { typed, making, isMade: isTypedMade, setTyped, setMaking, markSaved } = useStatementDraft(claim);
	const isOpen = claim.status === 1;
	const isMade = issue.variables && !(issue.variables.from instanceof File);
	const problem = useProblemText(issue.error);
	const made = claim.documents.find(({ code }) => code === making);
	return (
		<>
			<DocumentList
				claim={claim}
				pending={issue.isPending ? issue.variables.code : null}
				making={making}
				problem={isMade ? null : problem}
				onPick={(code, from) =>
					isSigned ? setScan({ code, from }) : issue.mutate({ code, from, isSigned: false })
				}
				onMake={(code) => setMaking(making === code ? null : code)}
			/>
			<LeaveDialog isDirty={isOpen && !isTypedMade} text={t("leave.statement", { ns: "clinic" })} />
			{scan ? (
				<ScanSheet
					isPending={issue.isPending}
					onAnswer={(isSigned) => issue.mutate({ ...scan, isSigned }, { onSettled: () => setScan(null) })}
					onClose={() => setScan(null)}
				/>
			) : null}
			{isOpen && made ? (
				<LazyPart fallback={<Skeleton className="h-72 rounded-card" />} onClose={() => setMaking(null)}>
					<StatementEditor
						key={made.code}
						title={nameOf(made)}
						isSigned={isSigned}
						typed={typed}
						onChange={setTyped}
						isPending={issue.isPending}
						problem={isMade ? problem : null}
						onMake={(from, isSealed) =>
							issue.mutate(
								{ code: made.code, from, isSigned: isSealed },
								{ onSuccess: () => markSaved(typed) },
							)
						}
						onClose={() => setMaking(null)}
					/>
				</LazyPart>
			) : null}
		</>
	);
}

interface ListProps {
	claim: StaffClaim;
	/** Code of the document being uploaded or generated, and of the one whose editor is open. */
	pending: string | null;
	making: string | null;
	problem: string | null;
	onPick: (code: string, from: File) => void;
	onMake: (code: string) => void;
}

function DocumentList({ claim, pending, making, problem, onPick, onMake }: ListProps) {
	const { t } = useTranslation("claims");
	const nameOf = useDocumentName();
	return (
		<section aria-labelledby="documents" className="card">
			<h2 id="documents" className="text-header">
				{t("documents.title")}
			</h2>
			{claim.documents.length === 0 ? <p className="mt-2 text-ink-600">{t("documents.none")}</p> : null}
			<ul className="mt-2 divide-y divide-line">
				{claim.documents.map((document) => (
					<DocumentRow
						key={document.code}
						claim={claim}
						code={document.code}
						name={nameOf(document)}
						isPending={pending === document.code}
						isMaking={making === document.code}
						onPick={(from) => onPick(document.code, from)}
						onMake={() => onMake(document.code)}
					/>
				))}
			</ul>
			{problem ? (
				<div className="mt-2">
					<Notice tone="danger">{problem}</Notice>
				</div>
			) : null}
		</section>
	);
}

interface ScanProps {
	isPending: boolean;
	onAnswer: (isSigned: boolean) => void;
	onClose: () => void;
}

/** Asks whether the uploaded scan is signed, since the patient paid for a signature. */
function ScanSheet({ isPending, onAnswer, onClose }: ScanProps) {
	const { t } = useTranslation("claims");
	return (
		<Dialog title={t("signature.title")} onClose={onClose}>
			<p className="mt-2 text-ink-600">{t("signature.text")}</p>
			<div className="mt-5 flex flex-col gap-2.5">
				<Button isPending={isPending} onPress={() => onAnswer(true)}>
					{t("signature.yes")}
				</Button>
				<Button tone="quiet" isDisabled={isPending} onPress={() => onAnswer(false)}>
					{t("signature.no")}
				</Button>
			</div>
		</Dialog>
	);
}
