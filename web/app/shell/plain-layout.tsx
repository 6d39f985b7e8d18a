import { Outlet } from "react-router";
import { Main } from "./main";
import { OfflineBar } from "./offline-bar";

/** Screens without the shell. */
export default function PlainLayout() {
	return (
		<div className="flex min-h-dvh flex-col">
			<OfflineBar />
			<Main className="max-w-[480px]">
				<Outlet />
			</Main>
		</div>
	);
}
