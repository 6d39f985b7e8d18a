import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub, Link, Outlet, useLocation } from "react-router";
import { expect, it } from "vitest";
import { useWorklistFilters } from "./worklist-filters";

function Nothing() {
	return null;
}

function Layout() {
	const [filters, setFilters] = useWorklistFilters();
	const { pathname, search } = useLocation();
	return (
		<>
			<output>{pathname + search}</output>
			<Link to="/clinic/applications/7">open</Link>
			<button type="button" onClick={() => setFilters({ ...filters, q: "kim" })}>
				search
			</button>
			<Outlet />
		</>
	);
}

// The filter takes effect while an application is still loading.
it("filter_change_does_not_cancel_navigation", async () => {
	let finish: (value: null) => void = () => {};
	const loaded = new Promise<null>((resolve) => {
		finish = resolve;
	});
	const Stub = createRoutesStub([
		{
			Component: Layout,
			children: [
				{ path: "/clinic", Component: Nothing },
				{ path: "/clinic/applications/:id", Component: Nothing, loader: () => loaded },
			],
		},
	]);
	render(<Stub initialEntries={["/clinic"]} />);
	const user = userEvent.setup();
	await user.click(await screen.findByRole("link", { name: "open" }));
	await user.click(screen.getByRole("button", { name: "search" }));
	finish(null);
	expect(await screen.findByText("/clinic/applications/7?q=kim")).toBeInTheDocument();
});
