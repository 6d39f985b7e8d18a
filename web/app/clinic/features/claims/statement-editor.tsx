import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSeal } from "~/clinic/lib/seal-query";
import { useStaffSession } from "~/clinic/session/staff-session";
import { formatAmount } from "~/domain/claim/money";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { isUneven, MAX_LINES, statementOf, type TypedStatement, totalsOf, withNewLine } from "./statement";
import { StatementParts } from "./statement-fields";
import { StatementLines } from "./statement-lines";

interface Props {
	/** Name of the document being generated. */
	title: string;
	/** Whether the patient paid for a doctor's signature. */
	isSigned: boolean;
	typed: TypedStatement;
	onChange: (typed: TypedStatement) => void;
	isPending: boolean;
	problem: string | null;
	onMake: (statement: NonNullable<ReturnType<typeof statementOf>>, isSealed: boolean) => void;
	onClose: () => void;
}

/** The clinic's seal, if there is one and the user may use it. */
function useUsableSeal() {
	const { staff } = useStaffSession();
	const seal = useSeal().data?.seal ?? null;
	return staff?.permissions.includes("use_seal") ? seal : null;
}

/** Editor for the lines of a generated document. The input stays for the claim's other document. */
export function StatementEditor({
	title,
	isSigned,
	typed,
	onChange,
	isPending,
	problem,
	onMake,
	onClose,
}: Props) {
	const { t } = useTranslation("claims");
	const [isSubmitted, setSubmitted] = useState(false);
	const seal = useUsableSeal();
	const [isSealed, setSealed] = useState(false);
	const { doctorName, doctorLicense } = typed.parts;
	const isUnsigned = isSigned && !isSealed && !(doctorName?.trim() && doctorLicense?.trim());
	const statement = isUnsigned ? null : statementOf(typed);
	const uneven = typed.lines.filter(isUneven).length;
	const make = () => {
		setSubmitted(true);
		if (statement && !isPending) onMake(statement, isSealed);
	};
	return (
		<section aria-labelledby="editor" className="card flex flex-col gap-4">
			<h2 id="editor" className="text-header">
				{t("make.title", { title })}
			</h2>
			<StatementParts
				typed={typed}
				isSubmitted={isSubmitted}
				isSigned={isSigned && !isSealed}
				onChange={onChange}
			/>
			<StatementLines
				typed={typed}
				isSubmitted={isSubmitted}
				onLines={(lines) => onChange({ ...typed, lines })}
			/>
			<LinesFooter typed={typed} onChange={onChange} />
			{seal ? <SealChoice name={seal.doctorName} isSealed={isSealed} onChange={setSealed} /> : null}
			{isSigned && !seal ? <Notice tone="info">{t("signature.byHand")}</Notice> : null}
			{uneven > 0 ? <Notice tone="warning">{t("make.uneven", { count: uneven })}</Notice> : null}
			{isSubmitted && !statement ? <Notice tone="danger">{t("make.wrong")}</Notice> : null}
			{problem ? <Notice tone="danger">{problem}</Notice> : null}
			<div className="flex justify-end gap-2">
				<Button tone="quiet" onPress={onClose}>
					{t("make.close")}
				</Button>
				<Button isPending={isPending} onPress={make}>
					{t("make.do")}
				</Button>
			</div>
		</section>
	);
}

/** Adds a line, and shows the totals. */
function LinesFooter({ typed, onChange }: Pick<Props, "typed" | "onChange">) {
	const { t } = useTranslation("claims");
	return (
		<div className="flex flex-wrap items-start justify-between gap-3">
			<Button
				tone="secondary"
				isDisabled={typed.lines.length >= MAX_LINES}
				onPress={() => onChange(withNewLine(typed))}
			>
				+ {t("make.add")}
			</Button>
			<Totals lines={typed.lines} />
		</div>
	);
}

function Totals({ lines }: Pick<TypedStatement, "lines">) {
	const { t } = useTranslation("claims");
	const totals = totalsOf(lines);
	return (
		<dl className="number grid grid-cols-[auto_auto] gap-x-5 gap-y-1 text-[14px]">
			{(["self", "insurer", "full", "uninsured", "all", "patient"] as const).map((each) => (
				<div key={each} className="contents last:font-bold">
					<dt className="text-ink-600">{t(`make.total.${each}`)}</dt>
					<dd className="text-right">{t("won", { amount: formatAmount(totals[each]) })}</dd>
				</div>
			))}
		</dl>
	);
}

interface SealProps {
	/** The doctor whose signature is part of the seal. */
	name: string;
	isSealed: boolean;
	onChange: (isSealed: boolean) => void;
}

function SealChoice({ name, isSealed, onChange }: SealProps) {
	const { t } = useTranslation("claims");
	return (
		<label className="flex min-h-11 items-start gap-3 text-[14px]">
			<input
				type="checkbox"
				checked={isSealed}
				onChange={(event) => onChange(event.target.checked)}
				className="mt-0.5 size-5 shrink-0 accent-green-700"
			/>
			{t("signature.useSeal", { name })}
		</label>
	);
}
