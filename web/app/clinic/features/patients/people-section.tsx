import { useTranslation } from "react-i18next";
import { href, Link, useLocation } from "react-router";
import type { ClinicPerson } from "~/shared/api/types";
import { formatPhone, koreanDate } from "~/shared/lib/format";
import { useListSearch } from "~/shared/lib/list-search";
import { ErrorState } from "~/shared/ui/error-state";
import { NextIcon } from "~/shared/ui/icons";
import { SearchBox } from "~/shared/ui/search-box";
import { Skeleton } from "~/shared/ui/skeleton";
import { usePeople } from "./queries";

/** Search for a person, with the results. */
export function PeopleSection() {
	const { t } = useTranslation("patients");
	const { search, setSearch, fieldKey } = useListSearch();
	const q = search.get("q") ?? "";
	const { data, error, isPending, isPlaceholderData, refetch } = usePeople(q);
	return (
		<>
			<SearchBox
				key={fieldKey}
				label={t("search.label")}
				placeholder={t("search.hint")}
				defaultValue={q}
				onSearch={(text) => setSearch({ q: text })}
			/>
			{error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
			{isPending ? (
				<div aria-busy="true" className="flex flex-col gap-2">
					<Skeleton className="h-[72px] rounded-[16px]" />
					<Skeleton className="h-[72px] rounded-[16px]" />
					<Skeleton className="h-[72px] rounded-[16px]" />
				</div>
			) : null}
			{data?.people.length === 0 ? (
				<p className="card text-center text-ink-600">{t(q ? "search.none" : "search.nobody")}</p>
			) : null}
			{data?.people.length ? (
				<section aria-labelledby="people">
					<h2 id="people" className="mb-2 text-meta font-semibold text-ink-600">
						{t(q ? "search.found" : "search.latest")}
					</h2>
					<ul aria-busy={isPlaceholderData} className="flex flex-col gap-2">
						{data.people.map((found) => (
							<li key={found.applicationId}>
								<PersonRow found={found} />
							</li>
						))}
					</ul>
				</section>
			) : null}
		</>
	);
}

function PersonRow({ found }: { found: ClinicPerson }) {
	const { t } = useTranslation("patients");
	const { search } = useLocation();
	const { person } = found;
	return (
		<Link
			// The record's link back restores the search.
			to={{ pathname: href("/clinic/patients/:id", { id: String(found.applicationId) }), search }}
			className="flex min-h-[72px] items-center gap-3 rounded-[16px] border border-line bg-white px-4 py-3 hover:border-green-700/40 hover:bg-mint-50"
		>
			<span className="min-w-0 flex-1">
				<span className="flex flex-wrap items-center gap-x-2 font-semibold">
					{person.name}
					<span className="text-[14px] font-normal text-ink-600">
						{t(found.hasAccount ? "person.account" : "person.visitor")}
					</span>
				</span>
				<span className="number mt-0.5 flex flex-wrap gap-x-2.5 text-meta text-ink-600">
					<span>{person.birth}</span>
					<span>{formatPhone(person.phoneNumber)}</span>
				</span>
			</span>
			<span className="number shrink-0 text-right text-meta text-ink-600">
				<span className="block font-semibold text-ink-900">
					{t("person.visits", { count: found.applications })}
				</span>
				{koreanDate(found.lastAt)}
			</span>
			<NextIcon className="size-4 text-ink-600" />
		</Link>
	);
}
