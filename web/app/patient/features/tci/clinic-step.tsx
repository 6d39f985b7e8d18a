import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { InstitutionWords } from "~/patient/ui/institution-card";
import { isProblem } from "~/shared/api/problem";
import type { Institution } from "~/shared/api/types";
import { buttonStyle } from "~/shared/ui/button-style";
import { ComboBox } from "~/shared/ui/combo-box";
import { NextIcon } from "~/shared/ui/icons";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { placeOf } from "./area";
import { useClinicSearch, useOwnArea, usePreviousClinics } from "./queries";

const TYPING_MS = 250;
const MAX_LENGTH = 100;
/** As many nearby clinics as can be taken in at a glance. */
const MAX_NEAR = 5;

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

/** Step 0: finds a clinic; those applied to before, and those near home, are offered first. */
export function ClinicStep({ missing, onChoose }: Props) {
	const { t } = useTranslation("tci");
	const previous = usePreviousClinics();
	const area = useOwnArea();
	const near = useClinicSearch(area ?? "").data?.institutions ?? [];
	const known = previous.data?.previous ?? [];
	const others = near.filter(({ id }) => known.every((each) => each.id !== id)).slice(0, MAX_NEAR);

	return (
		<div className="flex flex-col gap-3.5">
			{missing ? <Notice tone="warning">{t("clinic.gone")}</Notice> : null}
			<ClinicSearch onChoose={onChoose} />
			{previous.error ? <Unreached error={previous.error} onRetry={() => void previous.refetch()} /> : null}
			{previous.isPending ? <Skeleton className="h-24 rounded-[18px]" /> : null}
			{known.length > 0 ? (
				<Choices title={t("clinic.previous")} institutions={known} onChoose={onChoose} />
			) : null}
			{area && others.length > 0 ? (
				<Choices
					title={t("clinic.near", { place: placeOf(area) })}
					institutions={others}
					onChoose={onChoose}
				/>
			) : null}
			{previous.data && known.length + others.length === 0 ? (
				<p className="rounded-[18px] bg-quiet px-5 py-8 text-center text-ink-600">{t("clinic.begin")}</p>
			) : null}
			<Link to={href("/")} className={buttonStyle("quiet", "mt-2")}>
				{t("apply.home")}
			</Link>
		</div>
	);
}

/** The field that finds clinics as one types. */
function ClinicSearch({ onChoose }: Pick<Props, "onChoose">) {
	const { t } = useTranslation("tci");
	const [typed, setTyped] = useState("");
	const text = typed.trim().slice(0, MAX_LENGTH);
	const q = useDebouncedValue(text);
	const search = useClinicSearch(q);
	const found = q && text ? (search.data?.institutions ?? []) : [];
	const isSearching = q !== text || search.isFetching;
	return (
		<>
			<ComboBox
				label={t("clinic.search")}
				placeholder={t("clinic.hint")}
				search={{ typed, onTyped: setTyped }}
				options={found.map((each) => ({
					id: each.id,
					name: each.name,
					words: <InstitutionWords institution={each} />,
				}))}
				nothing={t(isSearching ? "clinic.searching" : "clinic.none")}
				onChoose={({ id }) => {
					const institution = found.find((each) => each.id === id);
					if (institution) onChoose(institution);
				}}
			/>
			{search.error ? <Unreached error={search.error} onRetry={() => void search.refetch()} /> : null}
		</>
	);
}

interface ChoicesProps {
	title: string;
	institutions: readonly Institution[];
	onChoose: Props["onChoose"];
}

/** Clinics that need no search. */
function Choices({ title, institutions, onChoose }: ChoicesProps) {
	return (
		<div>
			<h2 className="mb-2 text-meta font-semibold text-ink-600">{title}</h2>
			<ul aria-label={title} className="flex flex-col gap-2.5">
				{institutions.map((each) => (
					<li key={each.id}>
						<Choice institution={each} onChoose={onChoose} />
					</li>
				))}
			</ul>
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
