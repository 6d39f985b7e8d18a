import { href, Navigate, useSearchParams } from "react-router";

/** Redirects the former history page to the records. */
export default function SelfCheckHistory() {
	const [query] = useSearchParams();
	return (
		<Navigate
			to={`${href("/records")}?${new URLSearchParams({ kind: "check", ...Object.fromEntries(query) })}`}
			replace
		/>
	);
}
