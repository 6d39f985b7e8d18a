import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { OfflineIcon } from "~/shared/ui/icons";

function subscribe(listener: () => void): () => void {
	window.addEventListener("online", listener);
	window.addEventListener("offline", listener);
	return () => {
		window.removeEventListener("online", listener);
		window.removeEventListener("offline", listener);
	};
}

/** Shown while there is no network. */
export function OfflineBar() {
	const { t } = useTranslation();
	const online = useSyncExternalStore(
		subscribe,
		() => navigator.onLine,
		() => true,
	);
	return (
		<div role="status">
			{online ? null : (
				<p className="flex items-center justify-center gap-2 bg-warning-tint px-5 py-2.5 text-meta font-semibold text-warning">
					<OfflineIcon className="size-4" />
					{t("state.offline")}
				</p>
			)}
		</div>
	);
}
