import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import "~/i18n/i18n";
import { rememberSubDomain } from "~/shared/lib/sub-domain";
import { tolerateTranslation } from "~/shared/lib/translated-dom";

rememberSubDomain(location);
tolerateTranslation(Node.prototype);

async function startMocks(): Promise<void> {
	if (import.meta.env.DEV && import.meta.env.VITE_MOCK) {
		const { startWorker } = await import("../mocks/browser");
		await startWorker();
	}
}

/** How long the worker, which fetches all that it keeps, leaves the network to the page. */
const WORKER_DELAY_MS = 3_000;

/** Without a network the app opens from what its worker keeps. */
function registerWorker(): void {
	if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
	const register = () =>
		void setTimeout(
			() => void navigator.serviceWorker.register("/sw.js").catch(() => undefined),
			WORKER_DELAY_MS,
		);
	if (document.readyState === "complete") register();
	else window.addEventListener("load", register);
}

registerWorker();
void startMocks().then(() =>
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<HydratedRouter />
			</StrictMode>,
		);
	}),
);
