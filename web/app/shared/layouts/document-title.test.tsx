import { act, render, waitFor } from "@testing-library/react";
import i18next from "i18next";
import type { ComponentType } from "react";
import { createRoutesStub, Outlet } from "react-router";
import { afterEach, expect, it } from "vitest";
import common from "~/locales/en/common.json";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { setTitleCount, useScreenTitle } from "~/shared/lib/screen-title";
import { Providers } from "../../../test/render";
import { DocumentTitle } from "./document-title";

function Named() {
	useScreenTitle("김하늘");
	return null;
}

function show(handle?: RouteHandle, Component: ComponentType = Outlet) {
	const frame = () => (
		<>
			<DocumentTitle />
			<Outlet />
		</>
	);
	const Stub = createRoutesStub([
		{
			id: "root",
			Component: Providers,
			children: [
				{
					id: "frame",
					Component: frame,
					handle: { title: "clinic" } satisfies RouteHandle,
					children: [{ id: "screen", path: "/screen", Component, handle }],
				},
			],
		},
	]);
	return render(<Stub initialEntries={["/screen"]} />);
}

afterEach(async () => {
	act(() => setTitleCount(0));
	await i18next.changeLanguage("ko");
});

it("screen_is_named_before_the_product", async () => {
	show({ title: "records" });
	await waitFor(() => expect(document.title).toBe("기록 - 혀봄"));
	i18next.addResourceBundle("en", "common", common);
	await act(() => i18next.changeLanguage("en"));
	await waitFor(() => expect(document.title).toBe("Records - 혀봄"));
});

it("screen_without_title_has_its_layouts", async () => {
	show();
	await waitFor(() => expect(document.title).toBe("치과 콘솔 - 혀봄"));
});

it("title_that_stands_alone_has_no_product", async () => {
	show({ title: "account", isTitleOnly: true });
	await waitFor(() => expect(document.title).toBe("회원 서비스"));
});

it("screens_own_name_ends_with_the_screen", async () => {
	const { unmount } = show({ title: "records" }, Named);
	await waitFor(() => expect(document.title).toBe("김하늘 - 혀봄"));
	unmount();
	show({ title: "records" });
	await waitFor(() => expect(document.title).toBe("기록 - 혀봄"));
});

it("what_waits_is_counted_before_the_title", async () => {
	show({ title: "records" });
	act(() => setTitleCount(3));
	await waitFor(() => expect(document.title).toBe("(3) 기록 - 혀봄"));
});
