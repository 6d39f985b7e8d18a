import { useState } from "react";
import { useTranslation } from "react-i18next";
import { digitsOfWon } from "~/lib/insurance/money";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/date-field";
import { Notice } from "~/ui/notice";
import { TextField } from "~/ui/text-field";
import { emptyLine, isUneven, MOST_LINES, statementOf, type TypedStatement, totalsOf } from "./statement";
import { StatementLines } from "./statement-lines";

interface Props {
	/** The document that is being made. */
	title: string;
	typed: TypedStatement;
	onTyped: (typed: TypedStatement) => void;
	isPending: boolean;
	problem: string | null;
	onMake: (statement: NonNullable<ReturnType<typeof statementOf>>) => void;
	onClose: () => void;
}

/** The lines that a document is made from. What is typed stays for the other document of the same claim. */
export function StatementEditor({ title, typed, onTyped, isPending, problem, onMake, onClose }: Props) {
	const { t } = useTranslation("claims");
	const [isTried, setTried] = useState(false);
	const totals = totalsOf(typed.lines);
	const uneven = typed.lines.filter(isUneven).length;
	const make = () => {
		setTried(true);
		const whole = statementOf(typed);
		if (whole && !isPending) onMake(whole);
	};
	const add = () => {
		const last = typed.lines.at(-1);
		const id = Math.max(0, ...typed.lines.map((line) => line.id)) + 1;
		onTyped({ ...typed, lines: [...typed.lines, emptyLine(id, last?.date ?? typed.periodFrom)] });
	};
	return (
		<section aria-labelledby="editor" className="card flex flex-col gap-4">
			<h2 id="editor" className="text-header">
				{t("make.title", { title })}
			</h2>
			<div className="grid gap-3 sm:grid-cols-3">
				<TextField
					name="patientNumber"
					label={t("make.patientNumber")}
					defaultValue={typed.patientNumber}
					maxLength={30}
					onChange={(patientNumber) => onTyped({ ...typed, patientNumber })}
				/>
				<DateField
					label={t("make.from")}
					value={typed.periodFrom}
					onChange={(periodFrom) => onTyped({ ...typed, periodFrom })}
				/>
				<DateField
					label={t("make.to")}
					value={typed.periodTo}
					min={typed.periodFrom || undefined}
					error={isTried && typed.periodTo < typed.periodFrom ? t("make.reversed") : undefined}
					onChange={(periodTo) => onTyped({ ...typed, periodTo })}
				/>
			</div>
			<StatementLines
				lines={typed.lines}
				isTried={isTried}
				onLines={(lines) => onTyped({ ...typed, lines })}
			/>
			<div className="flex flex-wrap items-start justify-between gap-3">
				<Button tone="secondary" isDisabled={typed.lines.length >= MOST_LINES} onPress={add}>
					+ {t("make.add")}
				</Button>
				<dl className="number grid grid-cols-[auto_auto] gap-x-5 gap-y-1 text-[14px]">
					{(["self", "insurer", "uninsured", "all", "patient"] as const).map((each) => (
						<div key={each} className="contents last:font-bold">
							<dt className="text-ink-600">{t(`make.total.${each}`)}</dt>
							<dd className="text-right">{t("won", { amount: digitsOfWon(totals[each]) })}</dd>
						</div>
					))}
				</dl>
			</div>
			{uneven > 0 ? <Notice tone="warning">{t("make.uneven", { n: uneven })}</Notice> : null}
			{isTried && !statementOf(typed) ? <Notice tone="danger">{t("make.wrong")}</Notice> : null}
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
