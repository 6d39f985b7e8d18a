import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isProblem } from "~/lib/api/problem";
import type { Institution } from "~/lib/api/types";
import { pathTo } from "~/route-table";
import { buttonStyle } from "~/ui/button-style";
import { NextIcon } from "~/ui/icons";
import { InstitutionWords } from "~/ui/institution-card";
import { Notice } from "~/ui/notice";
import { SearchField } from "~/ui/search-field";
import { Skeleton } from "~/ui/skeleton";
import { useClinicSearch } from "./queries";

const TYPING_MS = 250;
const MAX_LENGTH = 100;

/** What is typed, once the typing rests. */
function useRested(value: string): string {
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

/** Step 0: finds a clinic; the one applied to lately is offered first. */
export function ClinicStep({ missing, onChoose }: Props) {
	const { t } = useTranslation("tci");
	const [typed, setTyped] = useState("");
	const q = useRested(typed.trim().slice(0, MAX_LENGTH));
	const search = useClinicSearch(q);
	const found = q ? search.data?.institutions : undefined;
	const recent = q ? null : search.data?.recent;

	return (
		<div className="flex flex-col gap-3.5">
			{missing ? <Notice tone="warning">{t("clinic.gone")}</Notice> : null}
			<SearchField label={t("clinic.search")} placeholder={t("clinic.hint")} onChange={setTyped} />
			<p role="status" className="sr-only">
				{found && !search.isPlaceholderData ? t("clinic.found", { n: found.length }) : ""}
			</p>
			{search.error ? <Unreached error={search.error} onRetry={() => void search.refetch()} /> : null}
			{search.isPending ? <Skeleton className="h-24 rounded-[18px]" /> : null}
			{recent ? (
				<section aria-labelledby="recent">
					<h2 id="recent" className="mb-2 text-meta font-semibold text-ink-600">
						{t("clinic.recent")}
					</h2>
					<Choice institution={recent} onChoose={onChoose} />
				</section>
			) : null}
			{found?.length === 0 && !search.isPlaceholderData ? (
				<p className="rounded-[18px] bg-quiet px-5 py-8 text-center text-ink-600">{t("clinic.none")}</p>
			) : null}
			{found && found.length > 0 ? (
				<ul
					aria-label={t("clinic.results")}
					className={`flex flex-col gap-2.5 ${search.isPlaceholderData ? "opacity-60" : ""}`}
				>
					{found.map((each) => (
						<li key={each.id}>
							<Choice institution={each} onChoose={onChoose} />
						</li>
					))}
				</ul>
			) : null}
			<Link to={pathTo("home")} className={buttonStyle("quiet", "mt-2")}>
				{t("apply.home")}
			</Link>
		</div>
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
