import { useEffect, useRef, useState } from "react";
import { SearchField } from "./search-field";

const DEBOUNCE_MS = 250;
const MAX_LENGTH = 100;

interface Props {
	label: string;
	placeholder: string;
	defaultValue?: string;
	className?: string;
	onSearch: (text: string) => void;
}

/** A search field that searches after typing has paused. */
export function SearchBox({ defaultValue = "", onSearch, ...box }: Props) {
	const [typed, setTyped] = useState(defaultValue);
	const lastSearch = useRef(defaultValue);
	const latest = useRef(onSearch);
	latest.current = onSearch;
	useEffect(() => {
		const timer = setTimeout(() => {
			const text = typed.trim().slice(0, MAX_LENGTH);
			if (text === lastSearch.current) return;
			lastSearch.current = text;
			latest.current(text);
		}, DEBOUNCE_MS);
		return () => clearTimeout(timer);
	}, [typed]);
	return <SearchField {...box} isLabelHidden defaultValue={defaultValue} onChange={setTyped} />;
}
