import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import "~/i18n/i18n";
import { rememberSubDomain } from "~/lib/sub-domain";

rememberSubDomain(location, sessionStorage);

async function startMocks(): Promise<void> {
	if (import.meta.env.DEV && import.meta.env.VITE_MOCK) {
		const { startWorker } = await import("../mocks/browser");
		await startWorker();
	}
}

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
