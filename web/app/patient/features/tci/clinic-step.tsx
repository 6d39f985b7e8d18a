import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { InstitutionSummary } from "~/patient/ui/institution-card";
import type { Institution } from "~/shared/api/types";
import { buttonStyle } from "~/shared/ui/button-style";
import { ComboBox } from "~/shared/ui/combo-box";
import { ErrorNotice } from "~/shared/ui/error-notice";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { placeOf } from "./area";
import { ClinicChoices } from "./clinic-choices";
import { useKnownFirst, useOfferedClinics } from "./offered-clinics";
import { useClinicSearch } from "./queries";

const DEBOUNCE_MS = 250;
const MAX_LENGTH = 100;

/** The value after typing has paused. */
function useDebouncedValue(value: string): string {
	const [debounced, setRested] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setRested(value), DEBOUNCE_MS);
		return () => clearTimeout(timer);
	}, [value]);
	return debounced;
}

interface Props {
	/** Whether the URL named a clinic that does not exist. */
	missing: boolean;
	onChoose: (institution: Institution) => void;
}

/** Step 0: selects a clinic. Favorites, earlier ones and those near home are offered first. */
export function ClinicStep({ missing, onChoose }: Props) {
	const { t } = useTranslation("tci");
	const { known, area, favorites, previous, near } = useOfferedClinics();
	const groups = [
		{ title: t("clinic.favorites"), institutions: favorites },
		{ title: t("clinic.previous"), institutions: previous },
		{ title: t("clinic.near", { place: area ? placeOf(area) : "" }), institutions: near },
	].filter(({ institutions }) => institutions.length > 0);

	return (
		<div className="flex flex-col gap-3.5">
			{missing ? <Notice tone="warning">{t("clinic.gone")}</Notice> : null}
			<ClinicSearch onChoose={onChoose} />
			{known.error ? <ErrorNotice error={known.error} onRetry={() => void known.refetch()} /> : null}
			{known.isPending ? <Skeleton className="h-24 rounded-[18px]" /> : null}
			{groups.map((group) => (
				<ClinicChoices key={group.title} {...group} onChoose={onChoose} />
			))}
			{known.data && groups.length === 0 ? (
				<p className="rounded-[18px] bg-quiet px-5 py-8 text-center text-ink-600">{t("clinic.begin")}</p>
			) : null}
			{known.data && groups.length > 0 && favorites.length === 0 ? (
				<p className="text-meta text-ink-600">{t("clinic.favoriteHint")}</p>
			) : null}
			<Link to={href("/")} className={buttonStyle("quiet", "mt-2")}>
				{t("apply.home")}
			</Link>
		</div>
	);
}

/** Searches clinics while typing. */
function ClinicSearch({ onChoose }: Pick<Props, "onChoose">) {
	const { t } = useTranslation("tci");
	const [typed, setTyped] = useState("");
	const text = typed.trim().slice(0, MAX_LENGTH);
	const q = useDebouncedValue(text);
	const search = useClinicSearch(q);
	const found = useKnownFirst(q && text ? (search.data?.institutions ?? []) : []);
	const isSearching = q !== text || search.isFetching;
	return (
		<>
			<ComboBox
				label={t("clinic.search")}
				placeholder={t("clinic.hint")}
				search={{ text: typed, onChange: setTyped }}
				options={found.map((each) => ({
					id: each.id,
					name: each.name,
					label: <InstitutionSummary institution={each} />,
				}))}
				emptyText={t(isSearching ? "clinic.searching" : "clinic.none")}
				onChoose={({ id }) => {
					const institution = found.find((each) => each.id === id);
					if (institution) onChoose(institution);
				}}
			/>
			{search.error ? <ErrorNotice error={search.error} onRetry={() => void search.refetch()} /> : null}
		</>
	);
}
