import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Address } from "~/shared/api/types";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";
import { TextField } from "~/shared/ui/text-field";
import { type SearchState, useAddressSearch } from "./use-address-search";

interface Props {
	onChoose: (address: Address) => void;
	onClose: () => void;
}

/** Searches a postcode and road address. */
export default function AddressSearch({ onChoose, onClose }: Props) {
	const { t } = useTranslation("auth");
	const { search, searchNow, setText } = useAddressSearch();
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => form.current?.querySelector("input")?.focus(), []);
	return (
		<Dialog title={t("address.title")} onClose={onClose}>
			<form
				method="post"
				ref={form}
				className="mt-3"
				onSubmit={(event) => {
					event.preventDefault();
					// The sheet is a child of the sign-up form in React's tree, which must not be submitted.
					event.stopPropagation();
					searchNow();
				}}
			>
				<TextField
					name="q"
					label={t("address.label")}
					hint={t("address.hint")}
					error={search.state === "refused" ? search.message : undefined}
					onChange={setText}
					action={
						<Button type="submit" isPending={search.state === "searching"} className="h-13 shrink-0">
							{t("address.search")}
						</Button>
					}
				/>
			</form>
			<div className="mt-3 min-h-44">
				<SearchResults search={search} onChoose={onChoose} />
			</div>
		</Dialog>
	);
}

/** Arrow up and down move between the addresses. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
	const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
	if (step === 0) return;
	event.preventDefault();
	const buttons = Array.from(event.currentTarget.querySelectorAll("button"));
	const at = buttons.findIndex((button) => button.contains(document.activeElement));
	buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

function SearchResults({ search, onChoose }: { search: SearchState; onChoose: Props["onChoose"] }) {
	const { t } = useTranslation("auth");
	if (search.state === "searching") {
		return (
			<div role="status" aria-label={t("address.searching")} className="flex flex-col gap-2">
				<Skeleton className="h-18" />
				<Skeleton className="h-18" />
			</div>
		);
	}
	if (search.state === "failed") return <Notice tone="danger">{t("address.failed")}</Notice>;
	if (search.state !== "found") return null;
	if (search.addresses.length === 0) {
		return (
			<p role="status" className="py-10 text-center text-ink-600">
				{t("address.empty")}
			</p>
		);
	}
	return (
		<>
			<p role="status" className="sr-only">
				{t("address.found", { number: search.addresses.length })}
			</p>
			<ul
				aria-label={t("address.title")}
				onKeyDown={moveFocus}
				className="-mx-2 flex max-h-[46dvh] flex-col overflow-y-auto px-2 py-1"
			>
				{search.addresses.map((address) => (
					<li key={address.zipcode + address.roadAddress} className="border-b border-line last:border-0">
						<button
							type="button"
							onClick={() => onChoose(address)}
							className="flex w-full items-start gap-3 rounded-control px-2 py-3 text-left hover:bg-mint-50"
						>
							<span className="number mt-0.5 shrink-0 rounded-[8px] bg-mint-100 px-2 text-meta font-bold text-green-700">
								{address.zipcode}
							</span>
							<span className="min-w-0">
								{address.roadAddress}
								<span className="block text-meta text-ink-600">
									{t("address.jibun")} {address.jibunAddress}
								</span>
							</span>
						</button>
					</li>
				))}
			</ul>
		</>
	);
}
