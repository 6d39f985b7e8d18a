import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { LeaveDialog } from "~/clinic/ui/leave-dialog";
import { DOCUMENTS } from "~/domain/claim/states";
import type { StaffClaim } from "~/domain/claim/types";
import { fieldProblemText } from "~/shared/api/problem-text";
import { StorageFailure } from "~/shared/image/store";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { Spinner } from "~/shared/ui/spinner";
import { isIssued, PaperFailure, useIssue } from "./claims-query";
import { CopyButton } from "./copy-button";
import { useStatementDraft } from "./use-statement-draft";

/** Fetched when a document is made here. */
const StatementEditor = lazy(() =>
	import("./statement-editor").then((module) => ({ default: module.StatementEditor })),
);

/** The documents that were asked for, each to be uploaded or made. */
export function DocumentsSection({ claim }: { claim: StaffClaim }) {
	const { t } = useTranslation("claims");
	const issue = useIssue(claim.id);
	const [scan, setScan] = useState<{ code: string; from: File } | null>(null);
	const isSigned = claim.options.doctorSignature;
	const { typed, making, isMade: isTypedMade, setTyped, setMaking, settle } = useStatementDraft(claim);
	const nameOf = (code: string, name: string) => {
		const known = DOCUMENTS.find((each) => each === code);
		return known ? t(`document.${known}`) : name;
	};
	const isOpen = claim.status === 1;
	const working = issue.isPending ? issue.variables.code : null;
	const isMade = issue.variables && !(issue.variables.from instanceof File);
	const problem = issue.error ? paperProblem(issue.error) : null;
	function paperProblem(error: unknown): string {
		if (error instanceof PaperFailure) return t(`papers.${error.reason}`);
		if (error instanceof StorageFailure) return t("papers.storage");
		return fieldProblemText(error);
	}
	const made = claim.documents.find(({ code }) => code === making);
	return (
		<>
			<section aria-labelledby="papers" className="card">
				<h2 id="papers" className="text-header">
					{t("papers.title")}
				</h2>
				{claim.documents.length === 0 ? <p className="mt-2 text-ink-600">{t("papers.none")}</p> : null}
				<ul className="mt-2 divide-y divide-line">
					{claim.documents
						.map(({ code, name }) => ({ code, name, issued: isIssued(claim, code) }))
						.map(({ code, name, issued }) => (
							<li key={code} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
								<span className="min-w-0 flex-1 basis-48 font-semibold">
									{nameOf(code, name)}{" "}
									<Badge tint={issued ? "success" : "quiet"}>
										{t(issued ? "papers.issued" : "papers.notYet")}
									</Badge>
									{isSigned && issued ? <SignatureBadge claim={claim} code={code} /> : null}
								</span>
								{issued ? <CopyButton claim={claim} code={code} about={nameOf(code, name)} /> : null}
								{isOpen ? (
									<span className="flex gap-2">
										<PdfButton
											label={t(issued ? "papers.replace" : "papers.upload")}
											about={nameOf(code, name)}
											isPending={working === code}
											onPick={(from) =>
												isSigned ? setScan({ code, from }) : issue.mutate({ code, from, isSigned: false })
											}
										/>
										<button
											type="button"
											aria-expanded={making === code}
											onClick={() => setMaking(making === code ? null : code)}
											className={buttonStyle("secondary", "", "tight")}
										>
											{t("papers.make")}
											<span className="sr-only"> {nameOf(code, name)}</span>
										</button>
									</span>
								) : null}
							</li>
						))}
				</ul>
				{problem && !isMade ? (
					<div className="mt-2">
						<Notice tone="danger">{problem}</Notice>
					</div>
				) : null}
			</section>
			<LeaveDialog isDirty={isOpen && !isTypedMade} text={t("leave.statement", { ns: "clinic" })} />
			{scan ? (
				<ScanSheet
					isPending={issue.isPending}
					onAnswer={(isSigned) => issue.mutate({ ...scan, isSigned }, { onSettled: () => setScan(null) })}
					onClose={() => setScan(null)}
				/>
			) : null}
			{isOpen && made ? (
				<Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
					<StatementEditor
						key={made.code}
						title={nameOf(made.code, made.name)}
						isSigned={isSigned}
						typed={typed}
						onTyped={setTyped}
						isPending={issue.isPending}
						problem={isMade ? problem : null}
						onMake={(from, isSealed) =>
							issue.mutate({ code: made.code, from, isSigned: isSealed }, { onSuccess: () => settle(typed) })
						}
						onClose={() => setMaking(null)}
					/>
				</Suspense>
			) : null}
		</>
	);
}

/** How a document was signed, or that nobody did. */
function SignatureBadge({ claim, code }: { claim: StaffClaim; code: string }) {
	const { t } = useTranslation("claims");
	const signature = claim.issuedDocuments.find((each) => each.code === code)?.signature;
	const how = signature === "seal" || signature === "scan" ? signature : "none";
	return <Badge tint={how === "none" ? "danger" : "success"}>{t(`signature.${how}`)}</Badge>;
}

interface ScanProps {
	isPending: boolean;
	onAnswer: (isSigned: boolean) => void;
	onClose: () => void;
}

/** The patient paid for a signature: the person who uploads says whether the scan has one. */
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

interface PdfProps {
	label: string;
	/** Which document: said, not shown. */
	about: string;
	isPending: boolean;
	onPick: (file: File) => void;
}

/** Picks a PDF. The browser's own file button, out of sight, does the work. */
function PdfButton({ label, about, isPending, onPick }: PdfProps) {
	return (
		<label
			className={buttonStyle(
				"secondary",
				"relative cursor-pointer has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-green-600",
				"tight",
			)}
		>
			{isPending ? <Spinner /> : null}
			{label}
			<span className="sr-only"> {about}</span>
			<input
				type="file"
				accept="application/pdf,.pdf"
				disabled={isPending}
				className="sr-only"
				onChange={(event) => {
					const [file] = event.target.files ?? [];
					event.target.value = "";
					if (file) onPick(file);
				}}
			/>
		</label>
	);
}
