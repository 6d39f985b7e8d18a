import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { InstitutionWords } from "~/patient/ui/institution-card";
import { isProblem } from "~/shared/api/problem";
import type { Institution } from "~/shared/api/types";
import { buttonStyle } from "~/shared/ui/button-style";
import { NextIcon } from "~/shared/ui/icons";
import { Notice } from "~/shared/ui/notice";
import { SearchField } from "~/shared/ui/search-field";
import { Skeleton } from "~/shared/ui/skeleton";
import { useClinicSearch } from "./queries";

const TYPING_MS = 250;
const MAX_LENGTH = 100;

/** What is typed, once the typing rests. */
function useDebouncedValue(value: string): string {
	const [rested, setRested] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setRested(value), TYPING_MS);
		return () => clearTimeout(timer);
	}, [value]);
	return rested;
}

interface Props {
	/** The address named a clinic that is not there. */
	missing: boolean;
	onChoose: (institution: Institution) => void;
}

/** Step 0: finds a clinic; those applied to before are offered first. */
export function ClinicStep({ missing, onChoose }: Props) {
	const { t } = useTranslation("tci");
	const [typed, setTyped] = useState("");
	const q = useDebouncedValue(typed.trim().slice(0, MAX_LENGTH));
	const search = useClinicSearch(q);
	const found = q ? search.data?.institutions : undefined;
	const previous = q ? undefined : search.data?.previous;

	return (
		<div className="flex flex-col gap-3.5">
			{missing ? <Notice tone="warning">{t("clinic.gone")}</Notice> : null}
			<SearchField label={t("clinic.search")} placeholder={t("clinic.hint")} onChange={setTyped} />
			<p role="status" className="sr-only">
				{found && !search.isPlaceholderData ? t("clinic.found", { n: found.length }) : ""}
			</p>
			{search.error ? <Unreached error={search.error} onRetry={() => void search.refetch()} /> : null}
			{search.isPending ? <Skeleton className="h-24 rounded-[18px]" /> : null}
			{previous ? <Previous institutions={previous} onChoose={onChoose} /> : null}
			{found?.length === 0 && !search.isPlaceholderData ? (
				<p className="rounded-[18px] bg-quiet px-5 py-8 text-center text-ink-600">{t("clinic.none")}</p>
			) : null}
			{found && found.length > 0 ? (
				<div aria-busy={search.isPlaceholderData}>
					<Choices label={t("clinic.results")} institutions={found} onChoose={onChoose} />
				</div>
			) : null}
			<Link to={href("/")} className={buttonStyle("quiet", "mt-2")}>
				{t("apply.home")}
			</Link>
		</div>
	);
}

interface ChoicesProps {
	label: string;
	institutions: readonly Institution[];
	onChoose: Props["onChoose"];
}

/** The clinics of earlier applications, or how to find one. */
function Previous({ institutions, onChoose }: Omit<ChoicesProps, "label">) {
	const { t } = useTranslation("tci");
	if (institutions.length === 0) {
		return <p className="rounded-[18px] bg-quiet px-5 py-8 text-center text-ink-600">{t("clinic.begin")}</p>;
	}
	return (
		<div>
			<h2 className="mb-2 text-meta font-semibold text-ink-600">{t("clinic.previous")}</h2>
			<Choices label={t("clinic.previous")} institutions={institutions} onChoose={onChoose} />
		</div>
	);
}

function Choices({ label, institutions, onChoose }: ChoicesProps) {
	return (
		<ul aria-label={label} className="flex flex-col gap-2.5">
			{institutions.map((each) => (
				<li key={each.id}>
					<Choice institution={each} onChoose={onChoose} />
				</li>
			))}
		</ul>
	);
}

function Choice({ institution, onChoose }: { institution: Institution; onChoose: Props["onChoose"] }) {
	return (
		<button
			type="button"
			onClick={() => onChoose(institution)}
			className="flex w-full items-center gap-3 rounded-[18px] border border-line bg-white p-4 text-left transition duration-150 ease-out hover:border-green-700/40 hover:shadow-float active:scale-[0.99]"
		>
			<span className="min-w-0 flex-1">
				<InstitutionWords institution={institution} />
			</span>
			<NextIcon className="size-4 text-ink-600" />
		</button>
	);
}

function Unreached({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	const { t } = useTranslation();
	const retry = (
		<button type="button" className={buttonStyle("secondary", "", "tight")} onClick={onRetry}>
			{t("action.retry")}
		</button>
	);
	return (
		<Notice tone="danger" action={retry}>
			{isProblem(error) ? error.detail : t("error.unreachable")}
		</Notice>
	);
}
