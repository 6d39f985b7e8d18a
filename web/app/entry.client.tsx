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

/** Delay before the service worker starts its downloads, so that they do not compete with the page's own. */
const WORKER_DELAY_MS = 3_000;

/** Registers the service worker, from whose cache the app opens offline. */
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
