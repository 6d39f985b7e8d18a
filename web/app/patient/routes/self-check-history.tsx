import { href, Navigate, useSearchParams } from "react-router";

/** The checks had a page of their own; its address leads to them among the records. */
export default function SelfCheckHistory() {
	const [query] = useSearchParams();
	return (
		<Navigate
			to={`${href("/records")}?${new URLSearchParams({ kind: "check", ...Object.fromEntries(query) })}`}
			replace
		/>
	);
}
