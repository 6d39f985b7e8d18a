import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub, Link } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";

// A new copy has shown no screen yet.
let Main: typeof import("./main").Main;
beforeEach(async () => {
	vi.resetModules();
	({ Main } = await import("./main"));
});

const SHELL = [
	["/", "/auth/signin"],
	["/auth/signin", "/auth/signup"],
] as const;
const PLAIN = [["/auth/signup", "/"]] as const;

const links = (pairs: readonly (readonly [string, string])[]) =>
	pairs.map(([from, to]) => (
		<Link key={from} to={to}>
			{to}
		</Link>
	));

// Two layouts without a common parent, like those with and without header and footer.
const Shell = () => <Main className="shell">{links(SHELL)}</Main>;
const Plain = () => (
	<div>
		<Main className="plain">{links(PLAIN)}</Main>
	</div>
);
const Empty = () => null;

// Within a layout and into another one, but not on the first page.
it("main_takes_focus_after_navigation", async () => {
	const screens = (pairs: readonly (readonly [string, string])[]) =>
		pairs.map(([path]) => ({ id: path, path, Component: Empty }));
	const Stub = createRoutesStub([
		{ id: "shell", Component: Shell, children: screens(SHELL) },
		{ id: "plain", Component: Plain, children: screens(PLAIN) },
	]);
	const user = userEvent.setup();
	render(<Stub initialEntries={["/"]} />);
	const main = () => screen.getByRole("main");
	expect(main()).not.toHaveFocus();
	await user.click(screen.getByRole("link", { name: "/auth/signin" }));
	expect(main()).toHaveFocus();
	await user.click(screen.getByRole("link", { name: "/auth/signup" }));
	expect(main()).toHaveClass("plain");
	expect(main()).toHaveFocus();
	await user.click(screen.getByRole("link", { name: "/" }));
	expect(main()).toHaveClass("shell");
	expect(main()).toHaveFocus();
});
