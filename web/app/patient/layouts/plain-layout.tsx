import { Outlet } from "react-router";
import { CrashPage } from "~/shared/layouts/crash-page";
import { DentalOnly } from "~/shared/layouts/dental-only";
import { Main } from "~/shared/layouts/main";
import { OfflineBar } from "~/shared/layouts/offline-bar";

/** Layout without header and footer. */
export default function PlainLayout() {
	return (
		<DentalOnly>
			<div data-application="patient" className="flex min-h-dvh flex-col">
				<OfflineBar />
				<Main className="max-w-[480px]">
					<Outlet />
				</Main>
			</div>
		</DentalOnly>
	);
}

export const ErrorBoundary = CrashPage;
