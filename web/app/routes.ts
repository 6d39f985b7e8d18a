import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { FILES } from "./route-files";
import { branch, clinicBranch } from "./route-table";

function entries(shell: boolean, rich: boolean, needsPerson: boolean): RouteConfigEntry[] {
	return branch(shell, rich, needsPerson).map(([id, screen]) =>
		screen.path === "/" ? index(FILES[id], { id }) : route(screen.path, FILES[id], { id }),
	);
}

function clinicEntries(part: "door" | "desk" | "work"): RouteConfigEntry[] {
	return clinicBranch(part).map(([id, screen]) => route(screen.path, FILES[id], { id }));
}

export default [
	layout("shell/home-layout.tsx", [
		...entries(true, false, false),
		layout("shell/rich-layout.tsx", { id: "rich-in-shell" }, [
			...entries(true, true, false),
			layout("shell/person-layout.tsx", entries(true, true, true)),
		]),
		route("*", "routes/not-found.tsx"),
	]),
	layout("shell/plain-layout.tsx", [
		...entries(false, false, false),
		layout("shell/rich-layout.tsx", { id: "rich-plain" }, entries(false, true, false)),
	]),
	layout("shell/clinic-layout.tsx", [
		...clinicEntries("door"),
		layout("shell/clinic-desk-layout.tsx", [
			...clinicEntries("desk"),
			layout("shell/clinic-work-layout.tsx", clinicEntries("work")),
		]),
	]),
] satisfies RouteConfig;
